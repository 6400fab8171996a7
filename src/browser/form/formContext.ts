import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Translate } from '../../model/formatMessage.ts'
import type { Action, FormItem, Lookup, Model, PartView, Register } from '../../model/model.ts'
import type { SessionScope } from '../data/expressions/sessionScope.ts'
import type { GridHandle } from '../grid/gridProps.ts'
import type { FormCalculation } from './calculation/formCalculation.ts'
import type { FieldValues } from './draft/draftRows.ts'
import type { DraftStore } from './draft/draftStore.ts'
import type { FieldView, FormState } from './draft/formState.ts'
import type { DraftContext } from './draft/recordDraft.ts'
import type { OpenPart } from './layout/openPart.ts'

/** The parts that all of a form shares. One object as long as the form lives, so that giving it renders nothing. */
export interface FormShared {
  /** Prefix of the ids of controls and panels. */
  readonly id: string
  readonly store: DraftStore
  readonly model: Model
  readonly register: Register
  readonly context: DraftContext
  /** The calculation of a plugin while the form is typed. */
  readonly calculation: FormCalculation | undefined
  /** The only lines of the form, where it asks for a few things. */
  readonly asked: PartView['rows'] | undefined
  /** User, store and zone, for defaults of new rows. */
  readonly origin: SessionScope
  /** The open tab. */
  readonly part: OpenPart
  /** Rows that were added and wait for the record that they name, each with whether it came: who saves means them, too. */
  readonly rowsToCome: Set<Promise<boolean>>
  /** The grids of the child lists that are drawn, by the list's name and by those of their columns. */
  readonly grids: Map<string, GridHandle>
  readonly say: Translate
  may(gate: string | undefined): boolean
  /** After a field was edited: sets off what typing sets off. */
  lookUp(name: string): void
  /** After a cell of a child list was edited. */
  lookUpIn(list: string, key: string, name: string, among?: ReadonlySet<string>): void
  /** A lookup's button was pressed. */
  press(name: string, lookup: Lookup): void
  /** A value that was offered is somebody else's by now, as the code of the refusal says: offers the next. */
  offerNext(name: string, code: string): void
  /** Tells whether an action of the definition is offered for the record as it stands. */
  actionState(action: Action): 'hidden' | 'disabled' | 'offered'
  /** Runs an action of the definition on the record. */
  act(action: Action): void
  /** How an action saves the form first, put in by the form that can be saved. */
  readonly saver: FormSaver
}

export interface FormSaver {
  /** The record as it was saved; it never answers where something must be put right first. */
  save?: () => Promise<FieldValues | undefined>
  /** An action of this form is under way: what it changes is nobody else's. */
  acting?: boolean
  /** Hears that an action of this form is over: what waits for others may be another, though the record stands as it was. */
  acted?: () => void
}

const Context = createContext<FormShared | undefined>(undefined)

export const FormProvider = Context.Provider

export function useForm(): FormShared {
  const form = useContext(Context)
  if (!form) throw new Error('a part of a form stands outside of one')
  return form
}

/** One field's view: renders again when that field's view changes, and at no other keystroke. */
export function useFieldView(name: string): FieldView | undefined {
  const { store } = useForm()
  return useSyncExternalStore(store.subscribe, () => store.field(name))
}

/** A piece of the form's state; choose pieces that keep their identity. */
export function useFormState<T>(choose: (state: FormState) => T): T {
  const { store } = useForm()
  return useSyncExternalStore(store.subscribe, () => choose(store.state()))
}

/** Where a field or list stands: one field may stand in several parts, each with an id and a look of its own. */
export interface FieldPlacement {
  readonly part: string
  readonly item: FormItem | undefined
}

const PlaceContext = createContext<FieldPlacement>({ part: '', item: undefined })
export const FieldPlacementProvider = PlaceContext.Provider
export const useFieldPlacement = (): FieldPlacement => useContext(PlaceContext)

/** The id of a field's control. */
export const controlId = (form: Pick<FormShared, 'id'>, part: string, name: string): string => `${form.id}-${part}-${name}`
