import type { Model } from '../src/model/model.ts'
import type { ReportScene } from './reportScenes.ts'
import type { Scene } from './scenes.ts'

/** Where a scene of a register takes place, as the browser's address. */
export function registerAddress(
  model: Model,
  name: string,
  { view, look, state }: Pick<Scene, 'view' | 'look' | 'state'>,
): string {
  const register = model.registers[name]
  const path = register?.views.path ?? '/'
  if (view === 'list') return look === undefined ? path : `${path}?look=${look}`
  if (['create', 'problems', 'bar', 'barRefused', 'required'].includes(state)) return `${path}/create`
  return `${path}/${register?.textKey ? '10000001' : '1'}`
}

/** The address of a report's scene: with a search, unless it is seen before one. */
export function reportAddress(model: Model, name: string, { state }: Pick<ReportScene, 'state'>): string {
  const report = model.reports[name]
  const range = report?.parameters.find(({ control }) => control === 'dateRange' || control === 'period')
  const [start, end] = range?.fills ?? []
  const asked = report?.parameters.flatMap(({ required, fills, control, reference, default: usual }) =>
    required && control === undefined && usual === undefined ? [`${fills[0]}=${reference ? 1 : ''}`] : [],
  )
  if (!report || state === 'begin') return report?.path ?? '/'
  const search = [...(start ? [`${start}=2026-01-01`] : []), ...(end ? [`${end}=2026-01-31`] : []), ...(asked ?? [])].join('&')
  return `${report.path}?${search}`
}
