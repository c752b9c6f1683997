import { japanese } from '@leyden/react/languages/ja'
import { rampJapanese } from '@leyden/react/languages/ramp-ja'

export const languages = [japanese, rampJapanese]
