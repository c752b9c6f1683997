using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using UnityEngine;

namespace Leyden
{
    /// <summary>Lightning payments and the ramp over a WebGL game. Use an outcome only to say thanks: your server gives the
    /// items, when its own <c>onEvent</c> reports that the charge is paid.</summary>
    public sealed class Overlay : MonoBehaviour
    {
        private static Overlay instance;
        private static int count;

        /// <summary>Pending answers, by the id of their request.</summary>
        private readonly Dictionary<string, TaskCompletionSource<string>> waiting = new Dictionary<string, TaskCompletionSource<string>>();
        private readonly HashSet<string> open = new HashSet<string>();
        private float timeScale;
        private bool audioWasPaused;
#if UNITY_WEBGL && !UNITY_EDITOR
        private bool keyboardWasCaptured;
#endif

        /// <summary>Every outcome of an overlay. A payment that arrives after its overlay was closed has the same
        /// id.</summary>
        public static event Action<Outcome> OutcomeReceived;
        /// <summary>An overlay was opened: <c>pay</c> or <c>ramp</c>.</summary>
        public static event Action<string> Opened;
        /// <summary>An overlay was closed: <c>pay</c> or <c>ramp</c>.</summary>
        public static event Action<string> Closed;
        /// <summary>For developers: <c>keyboard_captured</c> if the game took a key before the overlay got it.</summary>
        public static event Action<string> Warned;

        /// <summary>Call it before anything else, and again to change settings.</summary>
        public static void Configure(Settings settings)
        {
            if (settings == null) throw new ArgumentNullException(nameof(settings));
            if (instance == null)
            {
                // Leyden.jslib sends messages to an object of this name.
                var host = new GameObject("Leyden");
                DontDestroyOnLoad(host);
                instance = host.AddComponent<Overlay>();
            }
            Script.Listen();
            Call<Answer>("configure", settings);
        }

        /// <summary>Opens a payment. Cancelling closes the overlay, and the task still returns the current outcome, because
        /// a payment may be pending.</summary> <exception cref="InvalidOperationException"><see cref="Configure"/> was not
        /// called.</exception>
        public static Task<Outcome> Pay(PayOptions options, CancellationToken cancellation = default) =>
            Open("pay", options ?? throw new ArgumentNullException(nameof(options)), cancellation);

        /// <summary>Opens the ramp, where the player buys bitcoin.</summary>
        /// <inheritdoc cref="Pay"/>
        public static Task<Outcome> Buy(RampOptions options = null, CancellationToken cancellation = default) =>
            Open("ramp", options ?? new RampOptions(), cancellation);

        /// <summary>Closes the overlay; its task returns the current outcome.</summary>
        public static void Close() => Call<Answer>("close", new NoOptions());

        /// <summary>Whether an overlay of this kind, <c>pay</c> or <c>ramp</c>, can be shown here.</summary>
        public static Support Supports(string kind)
        {
            var answer = Call<SupportAnswer>("supports", new NoOptions { ["kind"] = kind });
            return answer.ok ? answer.result : new Support { reason = "unsupported" };
        }

        /// <summary>Checks everything that is known to break overlays in games; the browser's console shows it too.</summary>
        /// <exception cref="InvalidOperationException"><see cref="Configure"/> was not called.</exception>
        public static async Task<Report> Doctor()
        {
            RequireInstance();
            var id = NewId();
            if (!Call<Answer>("doctor", new NoOptions(), id).ok) return new Report();
            return JsonUtility.FromJson<ReportMessage>(await AnswerTo(id)).data;
        }

        private static async Task<Outcome> Open(string kind, Options options, CancellationToken cancellation)
        {
            RequireInstance();
            var id = NewId();
            if (cancellation.IsCancellationRequested) return new Outcome { id = id, kind = kind, status = "cancelled" };
            options["kind"] = kind;
            var answer = Call<Answer>("open", options, id);
            if (!answer.ok) return new Outcome { id = id, kind = kind, status = "error", code = answer.error.code, message = answer.error.message };
            // The game pauses only now, so that a failed call changes nothing.
            instance.open.Add(id);
            if (instance.open.Count == 1) instance.PauseGame();
            using (cancellation.Register(Close))
                return ReadOutcome(await AnswerTo(id));
        }

        /// <summary>Answers of the page arrive at the instance.</summary>
        private static void RequireInstance()
        {
            if (instance == null) throw new InvalidOperationException("Call Leyden.Overlay.Configure first.");
        }

        private static Task<string> AnswerTo(string id)
        {
            // Not RunContinuationsAsynchronously: WebGL has no thread pool that would run them.
            var source = new TaskCompletionSource<string>();
            instance.waiting[id] = source;
            return source.Task;
        }

        private static T Call<T>(string method, Options options, string id = "") where T : Answer
        {
            var request = new Dictionary<string, object> { ["v"] = 1, ["id"] = id, ["method"] = method, ["params"] = options.Values };
            var answer = JsonUtility.FromJson<T>(Script.Call(Json.Write(request)));
            if (!answer.ok) Debug.LogError($"Leyden: {answer.error.message}");
            return answer;
        }

        private static string NewId() => $"unity-{++count}-{Guid.NewGuid():N}";

        /// <summary>Called by Leyden.jslib.</summary>
        public void OnMessage(string json)
        {
            var message = JsonUtility.FromJson<OutcomeMessage>(json);
            switch (message.type)
            {
                case "open":
                    Opened?.Invoke(message.data.kind);
                    break;
                case "close":
                    Closed?.Invoke(message.data.kind);
                    break;
                case "warn":
                    Warned?.Invoke(message.data.code);
                    break;
                case "doctor":
                    Settle(message.id, json);
                    break;
                default:
                    if (open.Remove(message.id) && open.Count == 0) ResumeGame();
                    Settle(message.id, json);
                    OutcomeReceived?.Invoke(ReadOutcome(json));
                    break;
            }
        }

        private void Settle(string id, string json)
        {
            if (!waiting.TryGetValue(id, out var source)) return;
            waiting.Remove(id);
            source.SetResult(json);
        }

        private static Outcome ReadOutcome(string json)
        {
            var message = JsonUtility.FromJson<OutcomeMessage>(json);
            message.data.id = message.id;
            return message.data;
        }

        private void PauseGame()
        {
            timeScale = Time.timeScale;
            audioWasPaused = AudioListener.pause;
            Time.timeScale = 0;
            AudioListener.pause = true;
#if UNITY_WEBGL && !UNITY_EDITOR
            // Otherwise Unity takes every key of the page.
            keyboardWasCaptured = WebGLInput.captureAllKeyboardInput;
            WebGLInput.captureAllKeyboardInput = false;
#endif
        }

        private void ResumeGame()
        {
            Time.timeScale = timeScale;
            AudioListener.pause = audioWasPaused;
#if UNITY_WEBGL && !UNITY_EDITOR
            WebGLInput.captureAllKeyboardInput = keyboardWasCaptured;
#endif
        }
    }
}
