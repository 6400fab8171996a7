import type { Logger } from 'pino'

/** What an integration gets when the server starts. */
export interface PluginContext {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Stand-ins may answer in place of services that nobody configured. */
  readonly demo: boolean
  readonly log: Logger
}
