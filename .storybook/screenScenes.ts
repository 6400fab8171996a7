import type { Role } from './scenes.ts'

/** A generated story of a screen: its page in a state, and its viewer. */
export interface ScreenScene {
  readonly exportName: string
  readonly title: string
  /** One of the usual states, or the name of another that the samples have. */
  readonly state: string
  readonly role: Role
  /** The form of the page is sent as it stands. */
  readonly isSent?: true
}

/** Every scene of a screen with samples of its calls; the last one is what somebody without the permission meets. */
export const screenScenes: readonly ScreenScene[] = [
  { exportName: 'Filled', title: 'Com dados', state: 'filled', role: 'administrator' },
  { exportName: 'Empty', title: 'Sem dados', state: 'empty', role: 'administrator' },
  { exportName: 'Loading', title: 'Carregando', state: 'loading', role: 'administrator' },
  { exportName: 'Failed', title: 'Falha', state: 'failed', role: 'administrator' },
  { exportName: 'Forbidden', title: 'Sem permissão', state: 'filled', role: 'nobody' },
]

/** A form of strangers that is sent with nothing filled: what is missing, and the consent that was not given, stand at their fields. */
export const refusedForm: ScreenScene = {
  exportName: 'Refused',
  title: 'Enviado vazio',
  state: 'filled',
  role: 'administrator',
  isSent: true,
}

/** Scenes of states beyond the usual ones, each called as the samples call it: `Com falha`. */
export const furtherScenes = (samples: object): readonly ScreenScene[] =>
  Object.keys(samples)
    .filter(state => state !== 'filled' && state !== 'empty')
    .map((state, at) => ({ exportName: `State${at + 1}`, title: state, state, role: 'administrator' }))

/** Every scene of a page of figures: its calls are answered from samples of their shapes. */
export const dashboardScenes: readonly ScreenScene[] = [
  ...screenScenes.filter(({ role }) => role === 'administrator'),
  { exportName: 'Owner', title: 'Com dados · Proprietário', state: 'filled', role: 'owner' },
  { exportName: 'Employee', title: 'Com dados · Funcionário', state: 'filled', role: 'employee' },
  { exportName: 'Nobody', title: 'Sem nenhuma permissão', state: 'filled', role: 'nobody' },
]
