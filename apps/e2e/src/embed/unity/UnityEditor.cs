// The parts of UnityEditor that the package's build step uses.
using System;
using System.Collections.Generic;
using System.IO;
using System.Reflection;

namespace UnityEditor
{
    public enum BuildTarget { WebGL, StandaloneLinux64 }

    [AttributeUsage(AttributeTargets.Method)]
    public sealed class MenuItem : Attribute
    {
        public MenuItem(string path) { }
    }

    public static class FileUtil
    {
        public static void ReplaceDirectory(string from, string to)
        {
            if (Directory.Exists(to)) Directory.Delete(to, true);
            Directory.CreateDirectory(to);
            foreach (var file in Directory.GetFiles(from)) File.Copy(file, Path.Combine(to, Path.GetFileName(file)));
        }
    }

    public static class AssetDatabase { public static void Refresh() { } }

    public static class PlayerSettings
    {
        public static class WebGL { public static string template; }
    }
}

namespace UnityEditor.Build
{
    public interface IPostprocessBuildWithReport
    {
        int callbackOrder { get; }
        void OnPostprocessBuild(Reporting.BuildReport report);
    }

    public sealed class BuildFailedException : Exception
    {
        public BuildFailedException(string message) : base(message) { }
    }
}

namespace UnityEditor.Build.Reporting
{
    public sealed class BuildReport { public BuildSummary summary; }
    public struct BuildSummary
    {
        public BuildTarget platform;
        public string outputPath;
    }
}

namespace UnityEditor.PackageManager
{
    public sealed class PackageInfo
    {
        public string resolvedPath;
        public static PackageInfo FindForAssembly(Assembly assembly) =>
            new PackageInfo { resolvedPath = Environment.GetEnvironmentVariable("PACKAGE") };
    }
}
