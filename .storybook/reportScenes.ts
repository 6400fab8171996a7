import { type Role, roles } from './scenes.ts'

/** A generated story of a report: its page in a state, and its viewer. */
export interface ReportScene {
  readonly exportName: string
  readonly title: string
  readonly state: 'begin' | 'filled' | 'many' | 'empty' | 'loading' | 'failed'
  readonly role: Role
}

const states = [
  { state: 'filled', title: 'Com dados' },
  { state: 'begin', title: 'Ao abrir' },
  { state: 'many', title: 'Muitas linhas' },
  { state: 'empty', title: 'Sem dados' },
  { state: 'loading', title: 'Buscando' },
  { state: 'failed', title: 'Falha' },
] as const

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** Every scene of a report; the last one is what somebody without the permission meets. */
export const reportScenes: readonly ReportScene[] = [
  ...states.flatMap(({ state, title }) =>
    roles.map(({ role, title: who }) => ({
      exportName: `${capital(state)}${capital(role)}`,
      title: `${title} · ${who}`,
      state,
      role,
    })),
  ),
  { exportName: 'Forbidden', title: 'Sem permissão', state: 'filled', role: 'nobody' },
]
