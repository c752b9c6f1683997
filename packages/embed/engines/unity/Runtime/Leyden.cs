// Contract-tested only: the messages and Leyden.jslib run in this project's tests, this file does not.
using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using System.Threading.Tasks;
using UnityEngine;

/// <summary>Pays a Lightning Address, or buys bitcoin, over a WebGL game. Outcomes are for thanks on the screen:
/// items are given by your server, when its own event says paid.</summary>
public sealed class Leyden : MonoBehaviour
{
    /// <summary>How an overlay ended: paid, completed, pending, expired, unconfirmed, cancelled, unavailable or error.</summary>
    [Serializable]
    public sealed class Outcome
    {
        public string id, kind, status, amountMsat, lnaddress, evidence, reference, duplicateOf, sessionId, reason, code;
    }

    [Serializable] private sealed class Message { public string id = "", type = ""; public Outcome data = null; }
    [Serializable] private sealed class Answer { public bool ok = false; public Failure error = null; }
    [Serializable] private sealed class Failure { public string code = "", message = ""; }

    [Serializable]
    private sealed class PayParams
    {
        // Not the first field: it is taken out by its comma.
        public string kind = "pay", address;
        public long amountSats;
        public string reference;
    }

    [Serializable]
    private sealed class Request<T>
    {
        public int v = 1;
        public string id, method;
        public T @params;
    }

    [Serializable] private sealed class Settings { public string bffUrl, locale, token, environment; }
    [Serializable] private sealed class IntentParams { public string kind = "pay", intent; }
    [Serializable] private sealed class RampParams { public string kind = "ramp", quoteCurrency, baseCurrency, destination; }

    private static Leyden instance;
    private static int count;
    private readonly Dictionary<string, TaskCompletionSource<Outcome>> waiting = new Dictionary<string, TaskCompletionSource<Outcome>>();
    private float timeScale;
    private bool audioWasPaused, keyboardWasCaptured;

    /// <summary>A payment or purchase that came after its overlay was closed; the id is the earlier outcome's.</summary>
    public static event Action<Outcome> LateOutcome;

#if UNITY_WEBGL && !UNITY_EDITOR
    [DllImport("__Internal")] private static extern void LeydenListen();
    [DllImport("__Internal")] private static extern string LeydenCall(string json);
#else
    private static void LeydenListen() { }
    private static string LeydenCall(string json) =>
        "{\"v\":1,\"ok\":false,\"error\":{\"code\":\"NOT_LOADED\",\"message\":\"Leyden runs in WebGL builds.\"}}";
#endif

    /// <summary>Call once, before anything is opened. The token is whom your server takes the player for.</summary>
    public static void Configure(string bffUrl, string locale = "en", string token = null, string environment = "auto")
    {
        if (instance == null)
        {
            // The name that Leyden.jslib sends to.
            var host = new GameObject("Leyden");
            DontDestroyOnLoad(host);
            instance = host.AddComponent<Leyden>();
        }
        LeydenListen();
        Call("configure", new Settings { bffUrl = bffUrl, locale = locale, token = token, environment = environment });
    }

    /// <summary>Opens the pay overlay. Without an amount the player chooses one. An empty address is refused.</summary>
    public static Task<Outcome> Pay(string address, long amountSats = 0, string reference = null)
    {
        var json = JsonUtility.ToJson(new PayParams { address = address, amountSats = amountSats, reference = reference });
        // JsonUtility leaves nothing out, and an amount of 0 would be a locked one. Other empty texts the bridge drops itself.
        return Open(json.Replace(",\"amountSats\":0", ""));
    }

    /// <summary>Opens the pay overlay for an order. The intent is the text that your server signed: it says recipient,
    /// amount and note. An empty one is refused.</summary>
    public static Task<Outcome> PayIntent(string intent) => Open(JsonUtility.ToJson(new IntentParams { intent = intent }));

    /// <summary>Opens the ramp overlay.</summary>
    public static Task<Outcome> Buy(string quoteCurrency = "USD", string destination = null) =>
        Open(JsonUtility.ToJson(new RampParams { quoteCurrency = quoteCurrency, baseCurrency = "BTC", destination = destination }));

    /// <summary>Closes what is open.</summary>
    public static void Close() => LeydenCall("{\"v\":1,\"method\":\"close\"}");

    private static Task<Outcome> Open(string paramsJson)
    {
        if (instance == null) throw new InvalidOperationException("Call Leyden.Configure first.");
        var id = $"unity-{++count}-{Guid.NewGuid():N}";
        var task = new TaskCompletionSource<Outcome>();
        instance.waiting[id] = task;
        instance.Aside(true);
        var answer = JsonUtility.FromJson<Answer>(LeydenCall($"{{\"v\":1,\"id\":\"{id}\",\"method\":\"open\",\"params\":{paramsJson}}}"));
        if (!answer.ok) instance.Settle(id, new Outcome { id = id, status = "error", code = answer.error?.code });
        return task.Task;
    }

    private static void Call<T>(string method, T parameters)
    {
        var answer = JsonUtility.FromJson<Answer>(LeydenCall(JsonUtility.ToJson(new Request<T> { id = method, method = method, @params = parameters })));
        if (!answer.ok) Debug.LogError($"Leyden: {answer.error?.message}");
    }

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

    // Unity takes every key of the page unless told otherwise.
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
}
