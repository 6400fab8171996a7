import type { Domain } from '../server/domain.ts'
import { accounting } from './accounting/domain.ts'
import { catalogue } from './catalogue/domain.ts'
import { demo } from './demo/domain.ts'
import { equipment } from './equipment/domain.ts'
import { finance } from './finance/domain.ts'
import { fiscal } from './fiscal/domain.ts'
import { inventories } from './inventories/domain.ts'
import { orders } from './orders/domain.ts'
import { people } from './people/domain.ts'
import { purchases } from './purchases/domain.ts'
import { recipes } from './recipes/domain.ts'
import { returns } from './returns/domain.ts'
import { sales } from './sales/domain.ts'
import { samples } from './samples/domain.ts'
import { signUp } from './signUp/domain.ts'
import { stock } from './stock/domain.ts'
import { stores } from './stores/domain.ts'
import { survey } from './survey/domain.ts'

/** Every area of the product; only the mains, scripts and tests compose them. */
export const areas: readonly Domain[] = [
  samples,
  people,
  stores,
  signUp,
  catalogue,
  stock,
  inventories,
  recipes,
  sales,
  finance,
  orders,
  fiscal,
  purchases,
  returns,
  accounting,
  equipment,
  survey,
  demo,
]
