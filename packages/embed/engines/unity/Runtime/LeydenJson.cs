using System.Collections;
using System.Globalization;
using System.Linq;
using System.Text;

namespace Leyden
{
    /// <summary>Writes JSON. JsonUtility writes every field, so a field that was left out would get a value.</summary>
    internal static class Json
    {
        public static string Write(object value)
        {
            if (value == null) return "null";
            if (value is string text) return Quote(text);
            if (value is bool flag) return flag ? "true" : "false";
            if (value is int || value is long) return string.Format(CultureInfo.InvariantCulture, "{0}", value);
            if (value is double number) return IsFinite(number) ? number.ToString("R", CultureInfo.InvariantCulture) : "null";
            if (value is Options options) return Write(options.Values);
            if (value is IDictionary map)
                return $"{{{string.Join(",", map.Keys.Cast<string>().Select(key => $"{Quote(key)}:{Write(map[key])}"))}}}";
            if (value is IEnumerable list) return $"[{string.Join(",", list.Cast<object>().Select(Write))}]";
            throw new System.ArgumentException($"{value.GetType()} cannot be an option.");
        }

        private static bool IsFinite(double number) => !double.IsNaN(number) && !double.IsInfinity(number);

        private static string Quote(string text)
        {
            var quoted = new StringBuilder("\"");
            foreach (var character in text)
            {
                if (character == '"' || character == '\\') quoted.Append('\\').Append(character);
                else if (character < ' ') quoted.Append("\\u").Append(((int)character).ToString("x4"));
                else quoted.Append(character);
            }
            return quoted.Append('"').ToString();
        }
    }
}
