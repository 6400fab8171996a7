import { faultPoint } from '../../../server/domain.ts'

/** Every step of an entry, of taking it back and of correcting it at which a server may die; the last one of each lies behind its transaction. */
export const entryPoints = [
  'entry-held',
  'entry-goods',
  'entry-codes',
  'entry-bills',
  'entry-marked',
  'entry-stands',
  'entry-cancel-bills',
  'entry-cancel-stock',
  'entry-cancel-marked',
  'entry-cancel-stands',
  'correction-held',
  'correction-goods',
  'correction-bills',
  'correction-stands',
] as const

/** Passes one, as FAULT_POINT names it. */
export const passEntryPoint = (point: (typeof entryPoints)[number]): void => faultPoint(point)
