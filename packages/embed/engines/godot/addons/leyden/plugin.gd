@tool
extends EditorPlugin

var _export_plugin := preload("res://addons/leyden/export_plugin.gd").new()


func _enable_plugin() -> void:
	add_autoload_singleton("Leyden", "res://addons/leyden/leyden.gd")


func _disable_plugin() -> void:
	remove_autoload_singleton("Leyden")


func _enter_tree() -> void:
	add_export_plugin(_export_plugin)


func _exit_tree() -> void:
	remove_export_plugin(_export_plugin)
