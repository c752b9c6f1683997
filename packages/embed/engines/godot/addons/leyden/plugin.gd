@tool
extends EditorPlugin


func _enable_plugin() -> void:
	add_autoload_singleton("Leyden", "res://addons/leyden/leyden.gd")


func _disable_plugin() -> void:
	remove_autoload_singleton("Leyden")
