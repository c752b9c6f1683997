using System.Runtime.InteropServices;

namespace Leyden
{
    /// <summary>The functions of Leyden.jslib; outside of a WebGL build nothing can be opened.</summary>
    internal static class Script
    {
#if UNITY_WEBGL && !UNITY_EDITOR
        public static void Listen() => LeydenListen();
        public static string Call(string json) => LeydenCall(json);

        [DllImport("__Internal")] private static extern void LeydenListen();
        [DllImport("__Internal")] private static extern string LeydenCall(string json);
#else
        public static void Listen() { }
        public static string Call(string json) =>
            "{\"ok\":false,\"error\":{\"code\":\"NOT_LOADED\",\"message\":\"Leyden runs in WebGL builds alone.\"}}";
#endif
    }
}
