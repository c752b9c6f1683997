export {
  RampFrame as Frame,
  RampNotices as Notices,
  type RampPartProps as PartProps,
  RampStartPart as Start,
  RampStatus as Status,
  RampTitlePart as Title,
} from './ramp-widget/ramp-parts.js'
export { RampRoot as Root, type RampRootProps as RootProps } from './ramp-widget/ramp-root.js'
