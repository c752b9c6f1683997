import type { Extension } from '@leyden/bff'

/** A route of an extension. */
type Route = NonNullable<ReturnType<Extension>['routes']>[number]
/** A route that exists only where the host asks for `admin` routes alone. */
export type OperatorRoute = Extract<Route, { caller: 'operator' }>
/** A request to a route, with its context. */
export type RequestContext = Parameters<OperatorRoute['handle']>[0]
