import { chakra } from '@chakra-ui/react/styled-system'
import type { Translate } from '../../../model/formatMessage.ts'

/** Tells of a search that is not the typed one: it is too short to count, or nothing holds all of it. */
export default function SearchNote({ like, say }: { readonly like: boolean; readonly say: Translate }) {
  return (
    <chakra.p role="status" textStyle="note">
      {say(like ? 'search-like' : 'search-short')}
    </chakra.p>
  )
}
