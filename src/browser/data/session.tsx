import { createContext, type ReactNode, useCallback, useContext, useMemo } from 'react'
import type { CurrentUser, DefinitionTrouble, StoreCard, StorePermission } from '../../api/session.ts'
import { formatMessage, type Translate } from '../../model/formatMessage.ts'
import type { Model, Register, Rights } from '../../model/model.ts'

/** Everything that screens know of the user and the store; they are drawn only once it is there. */
export interface ClientSession {
  readonly user: CurrentUser
  /** The chosen store, whole; null for a user without stores. */
  readonly store: (Readonly<Record<string, unknown>> & StoreCard) | null
  readonly stores: readonly StoreCard[]
  readonly permission: StorePermission
  readonly rights: Rights
  readonly model: Model
  /** The problems of the definitions, for people who can mend them. */
  readonly trouble?: DefinitionTrouble | undefined
  /** False when the store's administrator user is inactive or blocked: nearly everything is off. */
  readonly adminActive: boolean
  /** How many stores wait for an answer to their invitation. */
  readonly invitations?: number
  /** False until who signed up has shown that the e-mail is theirs. */
  readonly emailProved?: boolean
  /** Whether mails leave this installation by a mail server. */
  readonly sendsMail?: boolean
  /** True while the server answers nothing but how to set up the second factor that a store asks for. */
  readonly secondFactorDue?: boolean
  /** IANA time zone of the store. */
  readonly zone: string
  /** `arriving` hears what the new store's session holds just before it is shown: what it does to the address is shown with it. */
  switchStore(id: number, arriving?: (next: Pick<ClientSession, 'model' | 'rights'>) => void): Promise<void>
  /** Reads user, store and definitions again; gives the definitions. */
  reload(): Promise<Model>
  logout(): Promise<void>
}

const Context = createContext<ClientSession | undefined>(undefined)

/** Gives a loaded session to what is below; stories and tests give one of their own. */
export function SessionContextProvider({ session, children }: { readonly session: ClientSession; readonly children: ReactNode }) {
  return <Context.Provider value={session}>{children}</Context.Provider>
}

export function useSession(): ClientSession {
  const session = useContext(Context)
  if (!session) throw new Error('no session')
  return session
}

/** Tells whether a gate lets the user through; a gate that is absent (an act that nobody has) does not. */
export function useMay(): (gate: string | undefined) => boolean {
  const { rights } = useSession()
  return useCallback(gate => gate !== undefined && (rights[gate] ?? false), [rights])
}

export const useModel = (): Model => useSession().model

/** The register of that name, when the user may see it. */
export const useRegister = (name: string): Register | undefined => useModel().registers[name]

/** The text of a message code. */
export function useTranslate(): Translate {
  const model = useModel()
  return useMemo(() => (code, params) => formatMessage(model, code, params), [model])
}
