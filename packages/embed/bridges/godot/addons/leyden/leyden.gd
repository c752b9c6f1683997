# Contract-tested only: the messages run in this project's tests, this file does not.
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
	_leyden = JavaScriptBridge.get_interface("Leyden")
	if _leyden == null:
		push_error("leyden.js is not on the page: put it into the Head Include of the web export.")
		return
	_on_message = JavaScriptBridge.create_callback(_take)
	_leyden.on("message", _on_message)


# Call once, before anything is opened. The token is whom your server takes the player for.
func configure(bff_url: String, locale := "en", token := "", environment := "auto") -> void:
	_call("configure", {
		"bffUrl": bff_url, "locale": locale, "token": token, "environment": environment,
	})


# Opens the pay overlay; await it. Without an amount the player chooses one. An empty address is
# refused, except with an intent of your server, which says the recipient.
func pay(address: String, amount_sats := 0, reference := "", intent := "") -> Dictionary:
	var params := {"kind": "pay", "address": address, "reference": reference, "intent": intent}
	# One under zero is a mistake, and is refused: left out, the player would choose.
	if amount_sats != 0:
		params["amountSats"] = amount_sats
	return await _open_overlay(params)


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
	_open[id] = true
	_aside(true)
	var answer := _call("open", params, id)
	if not answer.get("ok", false):
		_open.erase(id)
		_aside(false)
		return {"id": id, "status": "error", "code": answer.get("error", {}).get("code", "UNKNOWN")}
	while true:
		var data: Dictionary = await outcome
		if data.get("id") == id:
			return data
	return {}


func _call(method: String, params: Dictionary, id := "") -> Dictionary:
	if _leyden == null:
		return {"ok": false, "error": {"code": "NOT_LOADED"}}
	var text := JSON.stringify({"v": 1, "id": id if id != "" else method, "method": method, "params": params})
	var answer = JSON.parse_string(_leyden.call(text))
	if not answer is Dictionary:
		return {"ok": false, "error": {"code": "UNKNOWN"}}
	if not answer.get("ok", false):
		push_error("Leyden: %s" % answer.get("error", {}).get("message", ""))
	return answer


# Callbacks get one array, whatever was passed.
func _take(arguments: Array) -> void:
	var message = JSON.parse_string(arguments[0])
	if not message is Dictionary or not message.get("type") in ["outcome", "error"]:
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
