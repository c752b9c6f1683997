export {
  RampFrame as Frame,
  RampNotices as Notices,
  type RampPartProps as PartProps,
  RampRoot as Root,
  type RampRootProps as RootProps,
  RampStartPart as Start,
  RampStatus as Status,
  RampTitlePart as Title,
} from './ramp/parts/ramp-parts.js'
