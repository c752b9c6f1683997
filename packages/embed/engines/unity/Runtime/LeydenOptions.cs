using System;
using System.Collections.Generic;

namespace Leyden
{
    /// <summary>Options by their names in JavaScript. Only options that you set are sent: leave out what the player may
    /// choose. An empty value of an option that would lock a payment is refused, and never lets the player
    /// choose.</summary>
    public abstract class Options
    {
        internal readonly Dictionary<string, object> Values = new Dictionary<string, object>();

        /// <summary>Sets an option by its name in JavaScript.</summary>
        public object this[string name] { set => Values[name] = value; }
    }

    internal sealed class NoOptions : Options { }

    public sealed class Settings : Options
    {
        /// <summary>Where your BFF is: <c>https:</c>, <c>http:</c> on loopback, or a path of the page's own origin. With
        /// <c>sandbox</c> the page has play money in place of a BFF, with <c>sandbox-on-any-host</c> also on itch.io.</summary>
        public string BffUrl { set => this["bffUrl"] = value; }
        /// <summary>Who the player is, for your server: a bearer token.</summary>
        public string Token { set => this["token"] = value; }
        /// <summary><c>include</c> or <c>same-origin</c>, for a page that signs people in with its own cookie.</summary>
        public string Credentials { set => this["credentials"] = value; }
        /// <summary>BCP 47, such as <c>de</c>. Default: English.</summary>
        public string Locale { set => this["locale"] = value; }
        /// <summary>Messages of your own, by key: a text, or a dictionary of its plural forms.</summary>
        public IDictionary<string, object> Messages { set => this["messages"] = value; }
        /// <summary><c>accent</c>, <c>radius</c>, <c>font</c>.</summary>
        public IDictionary<string, object> Theme { set => this["theme"] = value; }
        /// <summary><c>light</c>, <c>dark</c> or <c>auto</c>. Default: <c>auto</c>.</summary>
        public string ColorScheme { set => this["colorScheme"] = value; }
        /// <summary>A page of your own where players can buy bitcoin, <c>https:</c>: its QR code is shown where the game's
        /// page can show neither the ramp's page nor a link to it.</summary>
        public string RampPage { set => this["rampPage"] = value; }
        /// <summary><c>auto</c>, <c>standalone</c> or <c>portal</c>. Default: <c>auto</c>.</summary>
        public string Environment { set => this["environment"] = value; }
        /// <summary>What the portal has allowed you in writing: <c>pay</c>, <c>ramp</c>.</summary>
        public IEnumerable<string> PortalAllows { set => this["portalAllows"] = value; }
        /// <summary>Of the page's Content-Security-Policy, for browsers without constructable style sheets.</summary>
        public string Nonce { set => this["nonce"] = value; }
    }

    /// <summary>Options of both <see cref="Pay"/> and <see cref="Buy"/>.</summary>
    public abstract class OverlayOptions : Options
    {
        /// <summary>The locale of this overlay. Default: that of the settings.</summary>
        public string Locale { set => this["locale"] = value; }
        /// <summary>Closes the overlay after this many milliseconds. Use it in place of
        /// <c>CancellationTokenSource.CancelAfter</c>, which needs a thread and never fires in WebGL.</summary>
        public int TimeoutMs { set => this["timeoutMs"] = value; }
    }

    /// <summary>Of <c>Address</c> and <c>DefaultAddress</c>, and of the other pairs, the first is locked.</summary>
    public sealed class PayOptions : OverlayOptions
    {
        /// <summary>The Lightning Address that is paid.</summary>
        public string Address { set => this["address"] = value; }
        public string DefaultAddress { set => this["defaultAddress"] = value; }
        /// <summary>Whole satoshis.</summary>
        public long AmountSats { set => this["amountSats"] = value; }
        public long DefaultAmountSats { set => this["defaultAmountSats"] = value; }
        /// <summary>Amounts in whole satoshis to choose from.</summary>
        public IEnumerable<long> Presets { set => this["presets"] = value; }
        /// <summary>A note for the recipient; at most 639 characters.</summary>
        public string Description { set => this["description"] = value; }
        public string DefaultDescription { set => this["defaultDescription"] = value; }
        /// <summary>Your own reference; at most 255 characters.</summary>
        public string Reference { set => this["reference"] = value; }
        /// <summary>The text that your server signed for an order. It says recipient, amount and note, and needs nothing
        /// beside it.</summary>
        public string Intent { set => this["intent"] = value; }
        /// <summary>Requests the invoice without a press, where nothing is left to fill in. Default: <c>false</c>.</summary>
        public bool AutoInvoice { set => this["autoInvoice"] = value; }
        /// <summary>Shows amounts in a currency too: its code, at the exchange rate of your server, or a rate of your own.</summary>
        public Fiat Fiat { set => this["fiat"] = value; }
        /// <summary><c>mainnet</c>, <c>testnet</c>, <c>signet</c> or <c>regtest</c>; invoices of others are refused.</summary>
        public string Network { set => this["network"] = value; }
        /// <summary>Wallet apps that the overlay offers to open.</summary>
        public IEnumerable<Wallet> Wallets { set => this["wallets"] = value; }
        /// <summary>Where players without a wallet buy bitcoin: a URL.</summary>
        public string BuyBitcoinUrl { set => this["buyBitcoinUrl"] = value; }
        /// <summary>Where an open invoice is found again: also in another tab, after the page was closed (<c>browser</c>), or only after a reload of its tab (<c>tab</c>). For <c>browser</c> the invoice is stored on the device until it can no longer be paid, without the note and payer data.</summary>
        public string Remember { set => this["remember"] = value; }
    }

    public sealed class Fiat : Options
    {
        /// <summary>ISO 4217, such as <c>USD</c>.</summary>
        public string Currency { set => this["currency"] = value; }
        /// <summary>Currency units for one bitcoin. Default: the exchange rate of your server.</summary>
        public double Rate { set => this["rate"] = value; }
        /// <summary>When the rate was taken.</summary>
        public DateTime AsOf { set => this["asOf"] = value.ToUniversalTime().ToString("o"); }
        /// <summary>Amounts to choose from while the currency is entered.</summary>
        public IEnumerable<double> Presets { set => this["presets"] = value; }

        /// <summary>A currency by its code, such as <c>"USD"</c>.</summary>
        public static implicit operator Fiat(string currency) => new Fiat { Currency = currency };
    }

    public sealed class Wallet : Options
    {
        public string Name { set => this["name"] = value; }
        /// <summary>What stands before the invoice in its links, such as <c>phoenix:lightning:</c>.</summary>
        public string Prefix { set => this["prefix"] = value; }
        /// <summary>The URL of a square picture. Default: a tile with the first letter.</summary>
        public string Icon { set => this["icon"] = value; }
    }

    public sealed class RampOptions : OverlayOptions
    {
        /// <summary>The text that your server signed for an order. It sets everything that is bought, and needs nothing
        /// beside it.</summary>
        public string Order { set => this["order"] = value; }
        /// <summary>What is paid with; ISO 4217.</summary>
        public string QuoteCurrency { set => this["quoteCurrency"] = value; }
        /// <summary>What is bought, such as <c>BTC</c>.</summary>
        public string BaseCurrency { set => this["baseCurrency"] = value; }
        /// <summary>A Lightning Address or an on-chain address, where your server does not set it.</summary>
        public string Destination { set => this["destination"] = value; }
        public IDictionary<string, string> Metadata { set => this["metadata"] = value; }
        /// <summary>Of a guest, where guests are allowed.</summary>
        public string Email { set => this["email"] = value; }
        /// <summary>Whether the player is a guest, who is asked for an e-mail address. Default: your server says.</summary>
        public bool Guest { set => this["guest"] = value; }
        /// <summary><c>inline</c>, <c>dialog</c>, <c>tab</c> or <c>auto</c>.</summary>
        public string Presentation { set => this["presentation"] = value; }
        /// <summary>Opens the session without a further click. Default: true.</summary>
        public bool AutoStart { set => this["autoStart"] = value; }
        /// <summary>Exact origins that the ramp's page may have.</summary>
        public IEnumerable<string> RampOrigins { set => this["rampOrigins"] = value; }
        /// <summary>Permissions that the ramp's page gets besides the usual ones, and without which it opens by link.</summary>
        public IEnumerable<string> Needs { set => this["needs"] = value; }
        /// <summary>How long a session is found again: <c>browser</c>, <c>tab</c> or <c>never</c>.</summary>
        public string Remember { set => this["remember"] = value; }
        /// <summary>Tells overlays with the same currencies apart.</summary>
        public string Name { set => this["name"] = value; }
    }
}
