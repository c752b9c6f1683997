# The tests of this project run this file in a page that follows Godot's JavaScriptBridge, not in Godot.
# Pays a Lightning Address, or buys bitcoin, in a web export. Use an outcome to say thanks: give items
# on your server, when its own event reports the payment.
extends Node

# How an overlay ended: a dictionary with status paid, completed, pending, expired, unconfirmed,
# cancelled, unavailable or error. Also sent when a payment arrives after its overlay was closed.
# Other keys: id, kind, amountMsat, lnaddress, evidence, reference, duplicateOf, sessionId, reason,
# code, retryable.
signal outcome(data: Dictionary)

var _leyden: JavaScriptObject
# A member, because Godot frees a callback that nothing refers to.
var _on_message: JavaScriptObject
var _count := 0
var _open := {}
var _was_paused := false
var _was_muted := false


func _ready() -> void:
	process_mode = Node.PROCESS_MODE_ALWAYS
	if not OS.has_feature("web"):
		return
	var leyden: JavaScriptObject = JavaScriptBridge.get_interface("Leyden")
	if leyden == null:
		push_error("leyden.js is not on the page: put it into the Head Include of the web export.")
		return
	_on_message = JavaScriptBridge.create_callback(_take)
	leyden.on("message", _on_message)
	# Last: without the listener nothing may be opened, because the game would stay paused.
	_leyden = leyden


# Call once, before anything is opened. The token authenticates the player on your server.
func configure(bff_url: String, locale := "en", token := "", environment := "auto") -> void:
	_call("configure", {
		"bffUrl": bff_url, "locale": locale, "token": token, "environment": environment,
	})


# The same with any settings: bffUrl, token, credentials, locale, messages, theme, colorScheme,
# environment, portalAllows, nonce.
func configure_with(settings: Dictionary) -> void:
	_call("configure", settings)


# Opens the pay overlay; await it. Without an amount the player chooses one. An empty address ends as
# error.
func pay(address: String, amount_sats := 0, reference := "") -> Dictionary:
	var params := {"kind": "pay", "address": address, "reference": reference}
	# An amount below zero is passed on, to be refused: left out, the player would choose the amount.
	if amount_sats != 0:
		params["amountSats"] = amount_sats
	return await _open_overlay(params)


# Opens the pay overlay for an order; await it. The intent is the text that your server signed: it
# sets recipient, amount and note. An empty one ends as error.
func pay_intent(intent: String) -> Dictionary:
	return await _open_overlay({"kind": "pay", "intent": intent})


# Opens the pay overlay with any options; await it: address, defaultAddress, amountSats,
# defaultAmountSats, presets, description, defaultDescription, reference, intent, fiat, network, wallets.
func pay_with(options: Dictionary) -> Dictionary:
	return await _open_overlay(_with_kind("pay", options))


# Opens the ramp overlay; await it.
func buy(quote_currency := "USD", destination := "") -> Dictionary:
	return await _open_overlay({
		"kind": "ramp", "quoteCurrency": quote_currency, "baseCurrency": "BTC",
		"destination": destination,
	})


# Opens the ramp overlay with any options; await it: quoteCurrency, baseCurrency, destination,
# metadata, email, guest, presentation, autoStart, rampOrigins, features, needs, remember, name.
func buy_with(options: Dictionary) -> Dictionary:
	return await _open_overlay(_with_kind("ramp", options))


# Closes what is open. Its outcome arrives as always.
func close() -> void:
	_call("close", {})


func _with_kind(kind: String, options: Dictionary) -> Dictionary:
	var params := options.duplicate()
	params["kind"] = kind
	return params


func _open_overlay(params: Dictionary) -> Dictionary:
	_count += 1
	var id := "godot-%d-%d" % [Time.get_ticks_usec(), _count]
	var answer := _call("open", params, id)
	if not answer.get("ok", false):
		return {"id": id, "status": "error", "code": answer.get("error", {}).get("code", "UNKNOWN")}
	# Only now: a call that failed must not pause the game.
	_open[id] = true
	_aside(true)
	while true:
		var data: Dictionary = await outcome
		if data.get("id") == id:
			return data
	return {}


func _call(method: String, params: Dictionary, id := "") -> Dictionary:
	if _leyden == null:
		return {"ok": false, "error": {"code": "NOT_LOADED"}}
	var text := JSON.stringify({"v": 1, "id": id if id != "" else method, "method": method, "params": params})
	# The variable is typed, so this is Object.call: first the name of the method, then its argument.
	var answer = JSON.parse_string(_leyden.call("call", text))
	if not answer is Dictionary:
		return {"ok": false, "error": {"code": "UNKNOWN"}}
	if not answer.get("ok", false):
		push_error("Leyden: " + str(answer.get("error", {}).get("message", "")))
	return answer


# Godot passes the arguments of a callback as one array.
func _take(arguments: Array) -> void:
	var message = JSON.parse_string(arguments[0])
	if not message is Dictionary or not (message.get("type") in ["outcome", "error"]):
		return
	var data: Dictionary = message.get("data", {})
	data["id"] = message.get("id", "")
	if message["type"] == "error":
		data["status"] = "error"
	if _open.erase(data["id"]) and _open.is_empty():
		_aside(false)
	outcome.emit(data)


func _aside(aside: bool) -> void:
	if aside and _open.size() > 1:
		return
	var master := AudioServer.get_bus_index("Master")
	if aside:
		_was_paused = get_tree().paused
		_was_muted = AudioServer.is_bus_mute(master)
	get_tree().paused = aside or _was_paused
	AudioServer.set_bus_mute(master, aside or _was_muted)
	if not aside:
		# Godot listens to keys on its canvas only.
		JavaScriptBridge.eval("document.querySelector('canvas')?.focus()")
