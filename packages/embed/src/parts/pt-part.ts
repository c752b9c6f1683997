import { portuguese } from '@leyden/react/languages/pt-BR'
import { rampPortuguese } from '@leyden/react/languages/ramp-pt-BR'

export const languages = [portuguese, rampPortuguese]
