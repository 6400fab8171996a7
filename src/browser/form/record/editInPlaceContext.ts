import { createContext, useContext } from 'react'
import type { Register } from '../../../model/model.ts'
import type { FieldValues } from '../draft/draftRows.ts'

/** Opens the form of another record over the page; true once it was saved. */
export type EditInPlace = (register: Register, record: FieldValues) => Promise<boolean>

const Context = createContext<EditInPlace>(async () => false)

export const EditInPlaceProvider = Context.Provider
export const useEditInPlace = (): EditInPlace => useContext(Context)
