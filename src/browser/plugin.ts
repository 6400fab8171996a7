import type { ComponentType } from 'react'
import type { Screen } from '../model/model.ts'
import { addCalculator, type CreateCalculator } from './form/calculation/formCalculator.ts'
import { addPlugin, type ChartProps } from './report/plugins.ts'
import { addPluginScreen } from './screens/pluginScreens.ts'

/*
 * The face of the browser that integrations are written against: what they bring, and all that they may import of it.
 * Controls and value kinds they import from their own rooms.
 */

export type {
  CalculatedDraft,
  CalculationCall,
  CreateCalculator,
  FormCalculator,
  ToldProblem,
} from './form/calculation/formCalculator.ts'
export type { AxisDays, ChartProps } from './report/plugins.ts'
export { RouterLink } from './router/RouterLink.tsx'

/** A part of a plugin, fetched when a page first needs it. */
type Load<P> = () => Promise<{ readonly default: ComponentType<P> }>

/** An integration as the browser takes it in. */
export interface BrowserPlugin {
  /** The name by which screens of the definitions ask for it. */
  readonly name: string
  /** Draws the charts of reports. */
  readonly charts?: Load<ChartProps>
  /** The page of the screens that name the plugin. */
  readonly screen?: Load<{ readonly screen: Screen }>
  /** Works out the forms that name the plugin, while they are typed. */
  readonly calculator?: () => Promise<{ readonly default: CreateCalculator }>
}

/** Takes the integrations in; called by the main alone. */
export function addPlugins(plugins: readonly BrowserPlugin[]): void {
  for (const { name, charts, screen, calculator } of plugins) {
    if (charts) addPlugin('charts', charts)
    if (screen) addPluginScreen(name, screen)
    if (calculator) addCalculator(name, calculator)
  }
}
