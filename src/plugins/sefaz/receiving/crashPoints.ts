import { faultPoint } from '../../../server/plugin.ts'

/**
 * Every step of fetching, taking in and answering suppliers' notes at which a server may die: with the authority's documents in hand, while they are
 * kept, behind that; and around a word on a note, from its storing to what it makes of the note.
 */
export const receivingPoints = [
  'distribution-answered',
  'distribution-kept',
  'distribution-stands',
  'received-kept',
  'received-stored',
  'manifestation-stored',
  'manifestation-sending',
  'manifestation-answered',
  'manifestation-deciding',
  'manifestation-decided',
] as const

/** Passes one, as FAULT_POINT names it. */
export const passReceivingPoint = (point: (typeof receivingPoints)[number]): void => faultPoint(point)
