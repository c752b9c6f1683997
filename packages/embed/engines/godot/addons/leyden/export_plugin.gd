@tool
## Copies the scripts of Leyden beside an exported page, and adds the tag that loads them first to its head: before the
## engine, which would otherwise take the keys. The plugin changes the page itself, and not the option Head Include,
## because Godot hides an option that a plugin overrides, and the game's own value would be lost.
extends EditorExportPlugin

const SCRIPTS := "res://addons/leyden/web"
const HEAD := "<head>"
const TAG := "<script src=\"leyden.js\"></script>"

var _page := ""


func _get_name() -> String:
	return "Leyden"


func _export_begin(features: PackedStringArray, _is_debug: bool, path: String, _flags: int) -> void:
	# A pack or a zip has another extension.
	_page = path if features.has("web") and path.get_extension() == "html" else ""


# Godot calls this when all files of the export are written.
func _export_end() -> void:
	if _page.is_empty() or not FileAccess.file_exists(_page):
		return
	_copy_scripts()
	_add_tag()


func _copy_scripts() -> void:
	if not FileAccess.file_exists(SCRIPTS.path_join("leyden.js")):
		push_error("Leyden: copy leyden*.js from dist of @leyden/embed into " + SCRIPTS)
		return
	var folder := _page.get_base_dir()
	for file in DirAccess.get_files_at(SCRIPTS):
		if file.get_extension() == "js":
			_write(folder.path_join(file), FileAccess.get_file_as_string(SCRIPTS.path_join(file)))


func _add_tag() -> void:
	var page := FileAccess.get_file_as_string(_page)
	# The game's own Head Include may load the script from another place.
	if page.contains("leyden.js"):
		return
	var head := page.find(HEAD)
	if head < 0:
		push_error("Leyden: the page has no <head>. Add " + TAG + " to your HTML shell.")
		return
	_write(_page, page.insert(head + HEAD.length(), TAG))


func _write(path: String, text: String) -> void:
	var file := FileAccess.open(path, FileAccess.WRITE)
	if file == null:
		push_error("Leyden: cannot write " + path)
		return
	file.store_string(text)
	file.close()
