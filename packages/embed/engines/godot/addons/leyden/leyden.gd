## Pays Lightning Addresses and buys bitcoin over a game that was exported for the web. It is the autoload `Leyden`. Use
## an outcome only to say thanks: your server gives the items, when its own `onEvent` reports that the charge is paid.
extends Node

## How an overlay ended: `id`, `kind`, `status` (paid, completed, pending, expired, unconfirmed, cancelled, unavailable
## or error) and what belongs to that status: `amountMsat`, `lnaddress`, `evidence`, `reference`, `duplicateOf`,
## `sessionId`, `reason`, `code`, `retryable`. A payment that arrives after its overlay was closed is reported here with
## the same `id`.
signal outcome(data: Dictionary)
## An overlay was opened or closed: pay or ramp.
signal opened(kind: String)
signal closed(kind: String)
## For developers: `code` is keyboard_captured if the game took a key before the overlay got it.
signal warned(data: Dictionary)

signal _answered(message: Dictionary)

var _leyden: JavaScriptObject
# Why there is no `_leyden`.
var _missing := "Leyden runs in web exports only."
# Godot frees a callback without a reference, and then never calls it.
var _callbacks := []
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
		_missing = "leyden.js is not on the page. Switch the plugin Leyden on before you export."
		push_error("Leyden: " + _missing)
		return
	var listeners := {"message": _on_message, "open": _on_open, "close": _on_close}
	for event in listeners:
		var callback := JavaScriptBridge.create_callback(listeners[event])
		_callbacks.append(callback)
		# An export goes on after an error. A game that gets no outcomes must not open an overlay.
		if leyden.on(event, callback) == null:
			_missing = "This page has another window.Leyden."
			push_error("Leyden: " + _missing)
			return
	_leyden = leyden


## Call it before anything else. With `sandbox` as the `bff_url` the page has play money in place of a BFF, with
## `sandbox-on-any-host` also on itch.io. Settings: `bff_url`, `token` (a bearer token that identifies the player to your
## server), `credentials`, `locale`, `messages`, `theme`, `color_scheme`, `ramp_page`, `environment`, `portal_allows`,
## `nonce`.
func configure(settings: Dictionary) -> Dictionary:
	return _call("configure", settings)


## Opens a payment and returns its outcome: `await Leyden.pay({"address": "alice@wallet.example", "amount_sats": 2100})`.
## For an order, give the `intent` that your server signed and nothing else. Leave out what the player may choose. Of
## `address` and `default_address`, and of the other pairs, the first is locked.
## An unknown option is an error. An empty option counts as left out, with these exceptions, so that the player never
## chooses what your game could not calculate: without an `intent`, an empty `address` or `amount_sats` is an error, and
## so is an `amount_sats` of 0; without an `address`, an empty `intent` is an error.
## Options: `address`, `default_address`, `amount_sats`, `default_amount_sats`, `presets`, `description`,
## `default_description`, `reference`, `intent`, `auto_invoice`, `fiat`, `network`, `wallets`, `buy_bitcoin_url`,
## `remember`, `locale`, `timeout_ms`.
func pay(options: Dictionary) -> Dictionary:
	return await _open_overlay("pay", options)


## Opens the ramp, where the player buys bitcoin, and returns its outcome.
## For an order, give the `order` that your server signed and nothing of what is bought beside it. An unknown option is
## an error. An empty option counts as left out, but without an option that an order sets, an empty `order` is an error.
## Options: `order`, `quote_currency`, `base_currency`, `destination`, `metadata`, `email`, `guest`, `presentation`,
## `auto_start`, `ramp_origins`, `needs`, `remember`, `name`, `locale`, `timeout_ms`.
func buy(options := {}) -> Dictionary:
	return await _open_overlay("ramp", options)


func close() -> void:
	_call("close", {})


## Whether an overlay of this kind, pay or ramp, can be shown here: `ok`, otherwise `reason`, and facts about the page.
func supports(kind: String) -> Dictionary:
	var answer := _call("supports", {"kind": kind})
	if not answer.get("ok", false):
		return {"ok": false, "reason": "unsupported"}
	return answer["result"]


## Checks everything that is known to break overlays in games; the report is printed in the browser's console too.
func doctor() -> Dictionary:
	var id := _new_id()
	if not _call("doctor", {}, id).get("ok", false):
		return {}
	return (await _answer_to(id))["data"]


func _open_overlay(kind: String, options: Dictionary) -> Dictionary:
	var id := _new_id()
	var params := {"kind": kind}
	params.merge(options)
	var answer := _call("open", params, id)
	if not answer.get("ok", false):
		var code: String = answer.get("error", {}).get("code", "UNKNOWN")
		return {"id": id, "kind": kind, "status": "error", "code": code, "retryable": false}
	# The game pauses only now, so that a failed call changes nothing.
	_open[id] = true
	_set_aside(true)
	return (await _answer_to(id))["data"]


func _answer_to(id: String) -> Dictionary:
	while true:
		var message: Dictionary = await _answered
		if message["id"] == id:
			return message
	return {}


func _new_id() -> String:
	_count += 1
	return "godot-%d-%d" % [Time.get_ticks_usec(), _count]


# Sends one JSON text to the bridge and returns its answer. `amount_sats` becomes `amountSats`.
func _call(method: String, options: Dictionary, id := "") -> Dictionary:
	if _leyden == null:
		push_error("Leyden: " + _missing)
		return {"ok": false, "error": {"code": "NOT_LOADED"}}
	var params := {}
	for option in options:
		params[str(option).to_camel_case()] = options[option]
	var text := JSON.stringify({"v": 1, "id": id, "method": method, "params": params})
	# `call` on a typed object is Object.call: the name of the method comes first, then its arguments.
	var answer = JSON.parse_string(str(_leyden.call("call", text)))
	if not answer is Dictionary:
		answer = {"ok": false, "error": {"code": "UNKNOWN", "message": "The bridge gave no answer."}}
	if not answer.get("ok", false):
		push_error("Leyden: " + str(answer.get("error", {}).get("message", "")))
	return answer


# A callback gets all arguments from JavaScript as one array.
func _on_message(arguments: Array) -> void:
	var message = JSON.parse_string(arguments[0])
	if not message is Dictionary or not message.get("data") is Dictionary:
		return
	var type: String = message.get("type", "")
	var id: String = message.get("id", "")
	var data: Dictionary = message["data"]
	message["id"] = id
	if type == "warn":
		warned.emit(data)
	elif type == "doctor":
		_answered.emit(message)
	else:
		if type == "error":
			push_error("Leyden: " + str(data.get("message", "")))
		data["id"] = id
		if _open.erase(id) and _open.is_empty():
			_set_aside(false)
		_answered.emit(message)
		outcome.emit(data)


func _on_open(arguments: Array) -> void:
	opened.emit(arguments[0].kind)


func _on_close(arguments: Array) -> void:
	closed.emit(arguments[0].kind)


# Pauses and mutes the game while an overlay is open, and restores both afterwards.
func _set_aside(aside: bool) -> void:
	if aside and _open.size() > 1:
		return
	var master := AudioServer.get_bus_index("Master")
	if aside:
		_was_paused = get_tree().paused
		_was_muted = AudioServer.is_bus_mute(master)
	get_tree().paused = aside or _was_paused
	AudioServer.set_bus_mute(master, aside or _was_muted)
	if not aside:
		# Godot listens to keys only on its canvas.
		JavaScriptBridge.eval("document.querySelector('canvas')?.focus()")
