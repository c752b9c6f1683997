extends Control

@onready var _status: Label = $Buttons/Status


func _ready() -> void:
	# The BFF of `npm start`. In your game: the URL of your own BFF.
	Leyden.configure({"bff_url": "http://localhost:4000"})
	Leyden.outcome.connect(_on_outcome)


func _on_tip_pressed() -> void:
	var outcome: Dictionary = await Leyden.pay({"default_address": "alice@wallet.example", "default_amount_sats": 2100})
	_status.text = "Thank you!" if outcome["status"] == "paid" else str(outcome["status"])


func _on_buy_pressed() -> void:
	var outcome: Dictionary = await Leyden.buy({"quote_currency": "USD"})
	_status.text = str(outcome["status"])


# Receives every outcome, also of a payment that arrives after its overlay was closed.
func _on_outcome(data: Dictionary) -> void:
	print("Leyden: ", data)
