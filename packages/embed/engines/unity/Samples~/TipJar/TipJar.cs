using System.Threading;
using UnityEngine;

/// <summary>Put it on an empty game object, and build for WebGL.</summary>
public sealed class TipJar : MonoBehaviour
{
    // The BFF of `npm start`. In your game: the URL of your own BFF.
    [SerializeField] private string bffUrl = "http://localhost:4000";
    [SerializeField] private string address = "alice@wallet.example";

    private readonly CancellationTokenSource destroyed = new CancellationTokenSource();
    private string status = "";

    private void Start() => Leyden.Overlay.Configure(new Leyden.Settings { BffUrl = bffUrl });

    private void OnDestroy() => destroyed.Cancel();

    private void OnGUI()
    {
        if (GUILayout.Button("Tip 2,100 sats")) Tip();
        if (GUILayout.Button("Buy bitcoin")) Buy();
        GUILayout.Label(status);
    }

    private async void Tip()
    {
        var outcome = await Leyden.Overlay.Pay(new Leyden.PayOptions { Address = address, AmountSats = 2100 }, destroyed.Token);
        status = outcome.status == "paid" ? "Thank you!" : outcome.status;
    }

    private async void Buy()
    {
        var outcome = await Leyden.Overlay.Buy(new Leyden.RampOptions { QuoteCurrency = "USD" }, destroyed.Token);
        status = outcome.status;
    }
}
