using System;
using UnityEngine;

// JsonUtility fills public fields by their names in JSON.
namespace Leyden
{
    /// <summary>How an overlay ended. Fields that do not belong to its status are null.</summary>
    [Serializable]
    public sealed class Outcome
    {
        /// <summary>The id, the same in every outcome of one overlay.</summary>
        public string id;
        /// <summary><c>pay</c> or <c>ramp</c>.</summary>
        public string kind;
        /// <summary><c>paid</c>, <c>completed</c>, <c>pending</c>, <c>expired</c>, <c>unconfirmed</c>, <c>cancelled</c>,
        /// <c>unavailable</c> or <c>error</c>.</summary>
        public string status;
        /// <summary><c>paid</c>: millisatoshis, decimal digits.</summary>
        public string amountMsat;
        /// <summary><c>paid</c>: the Lightning Address that was paid.</summary>
        public string lnaddress;
        /// <summary><c>paid</c>: <c>preimage</c>, <c>verify</c> or <c>app</c>.</summary>
        public string evidence;
        /// <summary><c>paid</c>: your own reference.</summary>
        public string reference;
        /// <summary><c>paid</c>: the payment hash of an earlier payment of the same order. Refund this one.</summary>
        public string duplicateOf;
        /// <summary><c>completed</c>, and <c>pending</c> of the ramp.</summary>
        public string sessionId;
        /// <summary><c>unavailable</c>: <c>portal_policy</c>, <c>already_open</c>, <c>blocked</c> or <c>unsupported</c>.</summary>
        public string reason;
        /// <summary><c>error</c>: the error code.</summary>
        public string code;
        /// <summary><c>error</c> of a wrong call: the message for developers.</summary>
        public string message;
        /// <summary><c>error</c>: whether a retry may succeed.</summary>
        public bool retryable;
    }

    /// <summary>What can be shown on this page.</summary>
    [Serializable]
    public sealed class Support
    {
        public bool ok;
        /// <summary>Why it cannot be shown: see <see cref="Outcome.reason"/>.</summary>
        public string reason;
        /// <summary>The page is in a frame.</summary>
        public bool framed;
        /// <summary>The page is cross-origin isolated.</summary>
        public bool isolated;
        /// <summary>Whether the browser has credentialless frames, which an isolated page needs for the ramp.</summary>
        public bool credentialless;
        /// <summary>Whether the page has storage that survives a reload.</summary>
        public bool storage;
        public Box box;

        /// <summary>The size of the page.</summary>
        [Serializable]
        public sealed class Box
        {
            public int widthPx, heightPx;
        }
    }

    [Serializable]
    public sealed class Report
    {
        public Finding[] findings = { };
        /// <summary>What the page's policy has blocked.</summary>
        public string[] violations = { };
    }

    [Serializable]
    public sealed class Finding
    {
        public string check;
        /// <summary><c>ok</c>, <c>problem</c> or <c>unknown</c>.</summary>
        public string result;
        /// <summary>What to change on the page to fix a <c>problem</c>.</summary>
        public string fix;
    }

    [Serializable] internal class Answer { public bool ok = false; public Failure error = new Failure(); }
    [Serializable] internal sealed class SupportAnswer : Answer { public Support result = new Support(); }
    [Serializable] internal sealed class Failure { public string code = "", message = ""; }
    [Serializable] internal sealed class OutcomeMessage { public string id = "", type = ""; public Outcome data = new Outcome(); }
    [Serializable] internal sealed class ReportMessage { public Report data = new Report(); }
}
