// One JSON text each way. Answers that come later reach the game object "Leyden" as OnMessage(text).
mergeInto(LibraryManager.library, {
  LeydenListen: function () {
    if (!window.Leyden || Module.leydenStop) return
    Module.leydenStop = window.Leyden.on('message', function (json) {
      SendMessage('Leyden', 'OnMessage', json)
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
