// The parts of UnityEngine that the package uses, so that its C# can be compiled and run without Unity.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Reflection;
using System.Web.Script.Serialization;

namespace UnityEngine
{
    public class Object
    {
        public static void DontDestroyOnLoad(Object target) { }
    }

    public sealed class GameObject : Object
    {
        public static readonly Dictionary<string, object> ByName = new Dictionary<string, object>();
        private readonly string name;
        public GameObject(string name) { this.name = name; }
        public T AddComponent<T>() where T : MonoBehaviour, new()
        {
            var component = new T();
            ByName[name] = component;
            return component;
        }
    }

    public class MonoBehaviour : Object { }

    [AttributeUsage(AttributeTargets.Field)]
    public sealed class SerializeField : Attribute { }

    public static class Time { public static float timeScale = 1; }
    public static class AudioListener { public static bool pause; }
    public static class WebGLInput { public static bool captureAllKeyboardInput = true; }

    public static class Debug
    {
        public static readonly List<string> Errors = new List<string>();
        public static void Log(object message) => Console.WriteLine($"log {message}");
        public static void LogError(object message) => Errors.Add(message.ToString());
    }

    public static class GUILayout
    {
        public static bool Button(string text) => false;
        public static void Label(string text) { }
    }

    /// <summary>Reads only public fields of serializable classes, like Unity's own, and neither dictionaries nor
    /// properties. A missing value keeps its default, and a missing object becomes an empty one.</summary>
    public static class JsonUtility
    {
        public static T FromJson<T>(string json) => (T)Fill(typeof(T), new JavaScriptSerializer().DeserializeObject(json), null);

        private static object Fill(Type type, object value, object fallback)
        {
            if (type == typeof(string)) return value is string ? value : fallback;
            if (type == typeof(bool)) return value is bool ? value : fallback;
            if (type == typeof(int)) return value is int ? value : fallback;
            if (type.IsArray) return value is object[] ? FillArray(type.GetElementType(), (object[])value) : fallback;
            if (!type.IsDefined(typeof(SerializableAttribute), false)) throw new ArgumentException($"{type} is not serializable.");
            var map = value as IDictionary<string, object> ?? new Dictionary<string, object>();
            var filled = Activator.CreateInstance(type);
            foreach (var field in type.GetFields(BindingFlags.Public | BindingFlags.Instance))
                field.SetValue(filled, Fill(field.FieldType, map.TryGetValue(field.Name, out var entry) ? entry : null, field.GetValue(filled)));
            return filled;
        }

        private static Array FillArray(Type type, object[] values)
        {
            var array = Array.CreateInstance(type, values.Length);
            for (var index = 0; index < values.Length; index++) array.SetValue(Fill(type, values[index], null), index);
            return array;
        }
    }
}
