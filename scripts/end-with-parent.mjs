// Loaded into each program that `npm start` starts: ends it when the starter is gone without a word.
if (process.channel) {
  process.on('disconnect', () => process.exit(1))
  process.channel.unref()
}
