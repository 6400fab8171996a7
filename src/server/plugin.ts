import type { Logger } from 'pino'
import type { IntegrationHooks } from './access/caller.ts'
import type { OpenOperation, Operation } from './operations/operation.ts'

/** What an integration gets when the server starts. */
export interface PluginContext {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Stand-ins may answer in place of services that nobody configured. */
  readonly demo: boolean
  readonly log: Logger
}

/** An integration as the server takes it in: its calls, and what it does for the server's own work. */
export interface Plugin {
  readonly name: string
  readonly operations: readonly (Operation | OpenOperation)[]
  readonly hooks?: IntegrationHooks
  close?(): Promise<void>
}

export type OpenPlugin = (ground: PluginContext) => Promise<Plugin>

/** Opens every integration; what was opened before one that fails is closed again. */
export async function openPlugins(all: readonly OpenPlugin[], ground: PluginContext): Promise<Plugin[]> {
  const opened: Plugin[] = []
  try {
    for (const open of all) opened.push(await open(ground))
    return opened
  } catch (error) {
    await closePlugins(opened)
    throw error
  }
}

export async function closePlugins(plugins: readonly Plugin[]): Promise<void> {
  await Promise.all(plugins.map(plugin => plugin.close?.()))
}

/** Everything that the integrations do for the server, in one. */
export const integrationHooksOf = (plugins: readonly Plugin[]): IntegrationHooks =>
  Object.assign({}, ...plugins.map(plugin => plugin.hooks ?? {}))
