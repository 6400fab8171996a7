import type { Import } from '../../model/model.ts'
import { NotFound } from '../frame/NotFound.tsx'

/** A CSV import: not there yet. */
export default function ImportPage(_: { readonly load: Import }) {
  return <NotFound />
}
