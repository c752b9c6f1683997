## Lets a test call the addon and look into the game. The page has an object `godot` for it.
extends Node

var _page: JavaScriptObject
var _callback: JavaScriptObject
var _watch := Watch.new()
var _outcomes := []
var _signals := []
var _input_events := []


## Counts how often the game is paused.
class Watch extends Node:
	var pauses := 0

	func _notification(what: int) -> void:
		if what == NOTIFICATION_PAUSED:
			pauses += 1


func _ready() -> void:
	process_mode = Node.PROCESS_MODE_ALWAYS
	_watch.process_mode = Node.PROCESS_MODE_PAUSABLE
	add_child(_watch)
	_listen(get_node("/root/Leyden"))
	_callback = JavaScriptBridge.create_callback(_on_run)
	_page = JavaScriptBridge.get_interface("godot")
	_page.start(_callback)


func _input(event: InputEvent) -> void:
	if event is InputEventKey and not event.echo:
		_input_events.append(("press " if event.pressed else "release ") + OS.get_keycode_string(event.physical_keycode))
	elif event is InputEventJoypadButton:
		_input_events.append(("press " if event.pressed else "release ") + "button %d" % event.button_index)


# Calls a method of a node: its path, the method, the arguments as JSON.
func _on_run(arguments: Array) -> void:
	var node := get_node(arguments[1])
	var result = await node.callv(arguments[2], JSON.parse_string(arguments[3]))
	_page.answer(arguments[0], JSON.stringify(result))


func _listen(addon: Node) -> void:
	addon.outcome.connect(func(data): _outcomes.append(data))
	addon.opened.connect(func(kind): _signals.append("opened " + kind))
	addon.closed.connect(func(kind): _signals.append("closed " + kind))


func version() -> String:
	return Engine.get_version_info()["string"]


func state() -> Dictionary:
	return {"paused": get_tree().paused, "muted": AudioServer.is_bus_mute(0), "pauses": _watch.pauses}


func suspend(is_suspended: bool) -> void:
	get_tree().paused = is_suspended
	AudioServer.set_bus_mute(0, is_suspended)


func records() -> Dictionary:
	return {"outcomes": _outcomes, "signals": _signals, "input": _input_events}


func forget() -> void:
	for record in [_outcomes, _signals, _input_events]:
		record.clear()


## The text of a node of the demo, and the point in its middle.
func look_at(path: String) -> Dictionary:
	var control = get_tree().current_scene.get_node(path)
	var middle: Vector2 = control.get_global_rect().get_center()
	return {"text": control.text, "x": middle.x, "y": middle.y}


func is_button_down(button: int) -> bool:
	return Input.is_joy_button_pressed(0, button)


## Starts another addon, which then uses the `Leyden` that the page has now.
func start_addon(node_name: String) -> void:
	var addon: Node = load("res://addons/leyden/leyden.gd").new()
	addon.name = node_name
	get_tree().root.add_child(addon)


## Runs a script of a game.
func start_game(source: String, node_name: String) -> void:
	var script := GDScript.new()
	script.source_code = source
	script.reload()
	var node: Node = script.new()
	node.name = node_name
	get_tree().root.add_child(node)


## Exports like the editor: calls the plugin before and after it has written its files. Returns the text files of the
## folder.
func export_game(folder: String, page: String, files: Dictionary, features: Array) -> Dictionary:
	DirAccess.make_dir_recursive_absolute(folder)
	var plugin = load("res://export_plugin_of_a_game.gd").new()
	plugin._export_begin(PackedStringArray(features), false, folder.path_join(page), 0)
	for file in files:
		var written := FileAccess.open(folder.path_join(file), FileAccess.WRITE)
		written.store_string(files[file])
		written.close()
	plugin._export_end()
	var exported := {}
	for file in DirAccess.get_files_at(folder):
		exported[file] = FileAccess.get_file_as_string(folder.path_join(file))
	return exported
