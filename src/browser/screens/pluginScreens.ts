import type { ComponentType } from 'react'
import type { Screen } from '../../model/model.ts'

type Load = () => Promise<{ readonly default: ComponentType<{ readonly screen: Screen }> }>

const known = new Map<string, Load>()

/** Lets a plugin bring the page of the screens that name it. Called by the main alone. */
export const addPluginScreen = (plugin: string, load: Load): void => void known.set(plugin, load)

/** The page that a plugin brings. */
export const pluginScreenOf = (plugin: string): Load =>
  known.get(plugin) ?? (() => Promise.reject(new Error(`no plugin "${plugin}"`)))
