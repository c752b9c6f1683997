// A game that uses the package. The test takes the part of the page: messages go to it over standard output and come
// back over standard input, one per line.
using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using UnityEngine;

namespace Leyden
{
    /// <summary>Replaces Leyden.jslib.</summary>
    internal static class Script
    {
        public static void Listen() => Game.Say("listen");
        public static string Call(string json)
        {
            Game.Say("call " + json);
            return Game.ReadAnswer();
        }
    }
}

public static class Game
{
    private static readonly Queue<string> messages = new Queue<string>();
    private static Task scene = Task.CompletedTask;
    private static CancellationTokenSource cancellation = new CancellationTokenSource();

    public static void Main()
    {
        Leyden.Overlay.OutcomeReceived += outcome => Say($"event outcome {outcome.status}");
        Leyden.Overlay.Opened += kind => Say($"event open {kind}");
        Leyden.Overlay.Closed += kind => Say($"event close {kind}");
        Leyden.Overlay.Warned += code => Say($"event warn {code}");
        while (true)
        {
            var line = messages.Count > 0 ? messages.Dequeue() : Console.ReadLine();
            if (line == null) return;
            var word = line.Split(new[] { ' ' }, 2);
            if (word[0] == "message") ((Leyden.Overlay)GameObject.ByName["Leyden"]).OnMessage(word[1]);
            else if (word[0] == "play") scene = Play(word[1]);
            else throw new InvalidOperationException(line);
            if (scene.IsFaulted) throw scene.Exception;
        }
    }

    private static async Task Play(string name)
    {
        var words = name.Split(' ');
        switch (words[0])
        {
            case "configure":
                Leyden.Overlay.Configure(new Leyden.Settings { BffUrl = words[1], Locale = "en" });
                break;
            case "pay":
                SayState("before");
                var pay = Leyden.Overlay.Pay(new Leyden.PayOptions { Address = "alice@wallet.example", AmountSats = 2100, Reference = "order-7" }, cancellation.Token);
                SayState("open");
                SayOutcome(await pay);
                break;
            case "readme":
                await Readme.Run();
                break;
            case "pay-nobody":
                SayOutcome(await Leyden.Overlay.Pay(new Leyden.PayOptions { Address = "" }));
                break;
            case "pay-lost-intent":
                SayOutcome(await Leyden.Overlay.Pay(new Leyden.PayOptions { Intent = null }));
                break;
            case "pay-for-a-while":
                SayOutcome(await Leyden.Overlay.Pay(new Leyden.PayOptions { Address = "alice@wallet.example", TimeoutMs = 300 }));
                break;
            case "buy":
                SayOutcome(await Leyden.Overlay.Buy(new Leyden.RampOptions { QuoteCurrency = "USD" }));
                break;
            case "cancel":
                cancellation.Cancel();
                break;
            case "close":
                Leyden.Overlay.Close();
                break;
            case "supports":
                var support = Leyden.Overlay.Supports(words[1]);
                Say($"supports {support.ok} {support.framed} {support.reason} {support.box?.widthPx}");
                break;
            case "doctor":
                foreach (var finding in (await Leyden.Overlay.Doctor()).findings) Say($"finding {finding.check}: {finding.result}");
                Say("doctor done");
                break;
            case "quiet-game":
                Time.timeScale = 0.5f;
                AudioListener.pause = true;
                WebGLInput.captureAllKeyboardInput = false;
                break;
            case "everything":
                await Everything();
                break;
            default:
                throw new ArgumentException(name);
        }
        SayState("after");
    }

    /// <summary>Passes every setting and option.</summary>
    private static async Task Everything()
    {
        Leyden.Overlay.Configure(new Leyden.Settings
        {
            BffUrl = "/leyden", Token = "who", Credentials = "include", Locale = "de", ColorScheme = "dark",
            Environment = "portal", Nonce = "n", PortalAllows = new[] { "pay", "ramp" },
            Messages = new Dictionary<string, object>
            {
                ["payTitle"] = "\"Zahlen\"\n\\ ₿",
                ["expiresIn"] = new Dictionary<string, string> { ["one"] = "{count} Sekunde", ["other"] = "{count} Sekunden" },
            },
            Theme = new Dictionary<string, object> { ["accent"] = "#0b7285", ["radius"] = 4 },
        });
        await Leyden.Overlay.Pay(new Leyden.PayOptions
        {
            Address = "a", DefaultAddress = "b", AmountSats = 2100000000000000, DefaultAmountSats = 2, Presets = new long[] { 1, 2 },
            Description = "d", DefaultDescription = "e", Reference = "f", Intent = "g", Network = "regtest", Locale = "de",
            TimeoutMs = 1000, Wallets = new[] { new Leyden.Wallet { Name = "Phoenix", Prefix = "phoenix:lightning:" } },
            Fiat = new Leyden.Fiat { Currency = "USD", Rate = 97142.86, AsOf = new DateTime(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc) },
        });
        await Leyden.Overlay.Buy(new Leyden.RampOptions
        {
            Order = "c", QuoteCurrency = "USD", BaseCurrency = "BTC", Destination = "a", Email = "b", Guest = true, AutoStart = false,
            Presentation = "tab", RampOrigins = new[] { "https://ramp.example" }, Locale = "de", TimeoutMs = 1000,
            Metadata = new Dictionary<string, string> { ["order"] = "7" },
            Needs = new[] { "camera" }, Remember = "tab", Name = "shop",
        });
    }

    public static string ReadAnswer()
    {
        while (true)
        {
            var line = Console.ReadLine() ?? throw new InvalidOperationException("No answer came.");
            if (line.StartsWith("answer ")) return line.Substring("answer ".Length);
            messages.Enqueue(line);
        }
    }

    private static void SayOutcome(Leyden.Outcome outcome) =>
        Say($"outcome {outcome.status} {outcome.amountMsat} {outcome.lnaddress} {outcome.reference} {outcome.code}".TrimEnd());

    private static void SayState(string when) =>
        Say($"{when} {Time.timeScale} {AudioListener.pause} {WebGLInput.captureAllKeyboardInput} {Debug.Errors.Count}");

    public static void Say(string text)
    {
        Console.Out.WriteLine(text);
        Console.Out.Flush();
    }
}
