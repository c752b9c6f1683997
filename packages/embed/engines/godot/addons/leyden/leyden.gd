# This project's tests run this file in a page that follows Godot's JavaScriptBridge; Godot did not run it.
# Pays a Lightning Address, or buys bitcoin, over a web export. Outcomes are for thanks on the
# screen: items are given by your server, when its own event says paid.
extends Node

# How an overlay ended: a dictionary with status paid, completed, pending, expired, unconfirmed,
# cancelled, unavailable or error. Also for a payment that comes after its overlay was closed.
signal outcome(data: Dictionary)

var _leyden: JavaScriptObject
# Kept in a member: a callback that nobody holds is collected, and then nothing is heard.
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
	# Last: if the game cannot hear how an overlay ends, nothing may be opened.
	_leyden = leyden


# Call once, before anything is opened. The token is whom your server takes the player for.
func configure(bff_url: String, locale := "en", token := "", environment := "auto") -> void:
	_call("configure", {
		"bffUrl": bff_url, "locale": locale, "token": token, "environment": environment,
	})


# Opens the pay overlay; await it. Without an amount the player chooses one. An empty address is
# refused.
func pay(address: String, amount_sats := 0, reference := "") -> Dictionary:
	var params := {"kind": "pay", "address": address, "reference": reference}
	# One under zero is a mistake, and is refused: left out, the player would choose.
	if amount_sats != 0:
		params["amountSats"] = amount_sats
	return await _open_overlay(params)


# Opens the pay overlay for an order; await it. The intent is the text that your server signed: it
# says recipient, amount and note. An empty one is refused.
func pay_intent(intent: String) -> Dictionary:
	return await _open_overlay({"kind": "pay", "intent": intent})


# Opens the ramp overlay; await it.
func buy(quote_currency := "USD", destination := "") -> Dictionary:
	return await _open_overlay({
		"kind": "ramp", "quoteCurrency": quote_currency, "baseCurrency": "BTC",
		"destination": destination,
	})


func close() -> void:
	_call("close", {})


func _open_overlay(params: Dictionary) -> Dictionary:
	_count += 1
	var id := "godot-%d-%d" % [Time.get_ticks_usec(), _count]
	var answer := _call("open", params, id)
	if not answer.get("ok", false):
		return {"id": id, "status": "error", "code": answer.get("error", {}).get("code", "UNKNOWN")}
	# Only now: a call that failed leaves the game as it is.
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
	# The variable has a type, so this is Object.call: first the name of the method, then its argument.
	var answer = JSON.parse_string(_leyden.call("call", text))
	if not answer is Dictionary:
		return {"ok": false, "error": {"code": "UNKNOWN"}}
	if not answer.get("ok", false):
		push_error("Leyden: " + str(answer.get("error", {}).get("message", "")))
	return answer


# Callbacks get one array, whatever was passed.
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
		# Godot listens on its canvas alone.
		JavaScriptBridge.eval("document.querySelector('canvas')?.focus()")
