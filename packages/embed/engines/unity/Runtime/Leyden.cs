// The tests of this project run the messages and Leyden.jslib, not this file.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Text;
using System.Threading.Tasks;
using UnityEngine;

/// <summary>Pays a Lightning Address, or buys bitcoin, in a WebGL game. Use an outcome to say thanks: give items on
/// your server, when its own event reports the payment.</summary>
public sealed class Leyden : MonoBehaviour
{
    /// <summary>How an overlay ended: paid, completed, pending, expired, unconfirmed, cancelled, unavailable or error.</summary>
    [Serializable]
    public sealed class Outcome
    {
        public string id, kind, status, amountMsat, lnaddress, evidence, reference, duplicateOf, sessionId, reason, code;
        public bool retryable;
    }

    /// <summary>The settings of the page. A field that is null keeps its default.</summary>
    public sealed class Settings
    {
        public string bffUrl, token, credentials, locale, colorScheme, environment, nonce;
        public string[] portalAllows;
        public Theme theme;
        public Dictionary<string, object> messages;
    }

    /// <summary>The options of a payment. A field that is null is left out.</summary>
    public sealed class PayOptions
    {
        public string address, defaultAddress, description, defaultDescription, reference, intent, network;
        public long? amountSats, defaultAmountSats;
        public long[] presets;
        public Fiat fiat;
        public Wallet[] wallets;
    }

    /// <summary>The options of the ramp. A field that is null is left out.</summary>
    public sealed class RampOptions
    {
        public string quoteCurrency, baseCurrency, destination, email, presentation, remember, name;
        public Dictionary<string, string> metadata;
        public bool? guest, autoStart;
        public string[] rampOrigins, features, needs;
    }

    /// <summary>Looks: one colour (#rrggbb), the corner of the card in px, a font-family list.</summary>
    public sealed class Theme { public string accent, font; public double? radius; }

    /// <summary>The price of bitcoin: a currency (ISO 4217), its units per bitcoin, and when the rate was taken.</summary>
    public sealed class Fiat { public string currency; public double rate; public DateTime? asOf; }

    /// <summary>A wallet app, and what stands before the invoice in its links, such as "phoenix:lightning:".</summary>
    public sealed class Wallet { public string name, prefix; }

    [Serializable] private sealed class Message { public string id = "", type = ""; public Outcome data = null; }
    [Serializable] private sealed class Answer { public bool ok = false; public Failure error = null; }
    [Serializable] private sealed class Failure { public string code = "", message = ""; }

    private static Leyden instance;
    private static int count;
    private readonly Dictionary<string, TaskCompletionSource<Outcome>> waiting = new Dictionary<string, TaskCompletionSource<Outcome>>();
    private float timeScale;
    private bool audioWasPaused, keyboardWasCaptured;

    /// <summary>A payment or purchase that arrived after its overlay was closed; the id is the earlier outcome's.</summary>
    public static event Action<Outcome> LateOutcome;

#if UNITY_WEBGL && !UNITY_EDITOR
    [DllImport("__Internal")] private static extern void LeydenListen();
    [DllImport("__Internal")] private static extern string LeydenCall(string json);
#else
    private static void LeydenListen() { }
    private static string LeydenCall(string json) =>
        "{\"v\":1,\"ok\":false,\"error\":{\"code\":\"NOT_LOADED\",\"message\":\"Leyden runs in WebGL builds.\"}}";
#endif

    /// <summary>Call once, before anything is opened. The token authenticates the player on your server.</summary>
    public static void Configure(string bffUrl, string locale = "en", string token = null, string environment = "auto") =>
        Configure(new Settings { bffUrl = bffUrl, locale = locale, token = token, environment = environment });

    /// <summary>The same with any settings.</summary>
    public static void Configure(Settings settings)
    {
        if (instance == null)
        {
            // The name that Leyden.jslib sends to.
            var host = new GameObject("Leyden");
            DontDestroyOnLoad(host);
            instance = host.AddComponent<Leyden>();
        }
        LeydenListen();
        var answer = Call("configure", "configure", ToJson(settings));
        if (!answer.ok) Debug.LogError($"Leyden: {answer.error?.message}");
    }

    /// <summary>Opens the pay overlay. Without an amount the player chooses one. An empty address ends as error.</summary>
    public static Task<Outcome> Pay(string address, long amountSats = 0, string reference = null) =>
        Pay(new PayOptions { address = address ?? "", amountSats = amountSats == 0 ? (long?)null : amountSats, reference = reference });

    /// <summary>The same with any options.</summary>
    public static Task<Outcome> Pay(PayOptions options) => Open("pay", options);

    /// <summary>Opens the pay overlay for an order. The intent is the text that your server signed: it sets recipient,
    /// amount and note. An empty one ends as error.</summary>
    public static Task<Outcome> PayIntent(string intent) => Pay(new PayOptions { intent = intent ?? "" });

    /// <summary>Opens the ramp overlay.</summary>
    public static Task<Outcome> Buy(string quoteCurrency = "USD", string destination = null) =>
        Buy(new RampOptions { quoteCurrency = quoteCurrency, baseCurrency = "BTC", destination = destination });

    /// <summary>The same with any options.</summary>
    public static Task<Outcome> Buy(RampOptions options) => Open("ramp", options);

    /// <summary>Closes what is open. Its outcome arrives as always.</summary>
    public static void Close() => Call("close", "close", "{}");

    private static Task<Outcome> Open(string kind, object options)
    {
        if (instance == null) throw new InvalidOperationException("Call Leyden.Configure first.");
        var id = $"unity-{++count}-{Guid.NewGuid():N}";
        var task = new TaskCompletionSource<Outcome>();
        instance.waiting[id] = task;
        instance.Aside(true);
        var answer = Call(id, "open", ToJson(options, "kind", kind));
        if (!answer.ok) instance.Settle(id, new Outcome { id = id, status = "error", code = answer.error?.code });
        return task.Task;
    }

    private static Answer Call(string id, string method, string paramsJson) =>
        JsonUtility.FromJson<Answer>(LeydenCall($"{{\"v\":1,\"id\":\"{id}\",\"method\":\"{method}\",\"params\":{paramsJson}}}"));

    /// <summary>Called by Leyden.jslib.</summary>
    public void OnMessage(string json)
    {
        var message = JsonUtility.FromJson<Message>(json);
        if (message.type == "outcome") Settle(message.id, message.data);
        else if (message.type == "error") Settle(message.id, new Outcome { id = message.id, status = "error", code = message.data?.code });
    }

    private void Settle(string id, Outcome outcome)
    {
        if (!waiting.Remove(id, out var task)) { LateOutcome?.Invoke(outcome); return; }
        if (waiting.Count == 0) Aside(false);
        task.SetResult(outcome);
    }

    // By default Unity captures every key of the page.
    private void Aside(bool aside)
    {
        if (aside && waiting.Count > 1) return;
        if (aside) { timeScale = Time.timeScale; audioWasPaused = AudioListener.pause; }
        Time.timeScale = aside ? 0 : timeScale;
        AudioListener.pause = aside || audioWasPaused;
#if UNITY_WEBGL && !UNITY_EDITOR
        if (aside) keyboardWasCaptured = WebGLInput.captureAllKeyboardInput;
        WebGLInput.captureAllKeyboardInput = !aside && keyboardWasCaptured;
#endif
    }

    // JsonUtility writes every field, a null as an empty text: an option that is left out would be one that is set.
    private static string ToJson(object value, params string[] more)
    {
        var fields = value.GetType().GetFields(BindingFlags.Public | BindingFlags.Instance)
            .Select(field => new KeyValuePair<string, object>(field.Name, field.GetValue(value)))
            .Where(field => field.Value != null);
        if (more.Length > 0) fields = fields.Append(new KeyValuePair<string, object>(more[0], more[1]));
        return "{" + string.Join(",", fields.Select(field => Quote(field.Key) + ":" + ValueToJson(field.Value))) + "}";
    }

    private static string ValueToJson(object value)
    {
        if (value is string text) return Quote(text);
        if (value is bool flag) return flag ? "true" : "false";
        if (value is DateTime time) return Quote(time.ToUniversalTime().ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture));
        if (value is IFormattable number) return number.ToString(null, CultureInfo.InvariantCulture);
        if (value is IDictionary map)
            return "{" + string.Join(",", map.Keys.Cast<string>().Select(key => Quote(key) + ":" + ValueToJson(map[key]))) + "}";
        if (value is IEnumerable list) return "[" + string.Join(",", list.Cast<object>().Select(ValueToJson)) + "]";
        return value == null ? "null" : ToJson(value);
    }

    private static string Quote(string text)
    {
        var quoted = new StringBuilder("\"");
        foreach (var letter in text)
            quoted.Append(letter == '"' || letter == '\\' ? "\\" + letter : letter < ' ' ? $"\\u{(int)letter:x4}" : letter.ToString());
        return quoted.Append('"').ToString();
    }
}
