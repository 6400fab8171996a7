import type { Case } from './case.ts'
import { closed } from './closed.ts'
import { codes } from './codes.ts'
import { moments } from './moments.ts'
import { numbers } from './numbers.ts'
import { taxIds } from './taxIds.ts'
import { texts } from './texts.ts'

/** A case of every kind and every refinement. */
export const cases: readonly Case[] = [...numbers, ...moments, ...closed, ...taxIds, ...texts, ...codes]
