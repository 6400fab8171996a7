import type { PluginContext } from './integrations/pluginContext.ts'
import type { OpenPlugin, Plugin } from './plugin.ts'

/** Opens every integration; what was opened before one that fails is closed again. */
export async function openPlugins(all: readonly OpenPlugin[], context: PluginContext): Promise<Plugin[]> {
  const opened: Plugin[] = []
  try {
    for (const open of all) opened.push(await open(context))
    return opened
  } catch (error) {
    await closePlugins(opened)
    throw error
  }
}

/** Closes what integrations hold open. */
export async function closePlugins(plugins: readonly Plugin[]): Promise<void> {
  await Promise.all(plugins.map(plugin => plugin.close?.()))
}
