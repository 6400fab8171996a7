import type { Logger } from 'pino'
import type { IntegrationHealth } from './integrationHealth.ts'

/** The context of an integration when the server starts. */
export interface PluginContext {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Stand-ins may answer in place of services that nobody configured. */
  readonly demo: boolean
  /** Folder of this installation, where a stand-in may keep what it remembers. */
  readonly dataDir: string
  readonly log: Logger
  /** Told how calls of services go. */
  readonly health?: IntegrationHealth
}
