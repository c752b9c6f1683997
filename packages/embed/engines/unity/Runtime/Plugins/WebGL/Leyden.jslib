// Request and reply are JSON texts. Later messages are sent to the game object "Leyden" as OnMessage(text).
mergeInto(LibraryManager.library, {
  LeydenListen: function () {
    if (!window.Leyden || Module.leydenListens) return
    Module.leydenListens = true
    var send = function (json) {
      SendMessage('Leyden', 'OnMessage', json)
    }
    var tell = function (type) {
      window.Leyden.on(type, function (data) {
        send(JSON.stringify({ v: 1, id: data.id, type: type, data: data }))
      })
    }
    window.Leyden.on('message', send)
    tell('open')
    tell('close')
    window.Leyden.on('close', function () {
      if (Module.canvas) Module.canvas.focus()
    })
  },

  LeydenCall: function (pointer) {
    var answer = window.Leyden
      ? window.Leyden.call(UTF8ToString(pointer))
      : '{"v":1,"id":"","ok":false,"error":{"code":"NOT_LOADED","message":"leyden.js is not on the page."}}'
    var size = lengthBytesUTF8(answer) + 1
    var buffer = _malloc(size)
    stringToUTF8(answer, buffer, size)
    return buffer
  },
})
