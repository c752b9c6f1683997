import { arabic } from '@leyden/react/languages/ar'
import { rampArabic } from '@leyden/react/languages/ramp-ar'

export const languages = [arabic, rampArabic]
