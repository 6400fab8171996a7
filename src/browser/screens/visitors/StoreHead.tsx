import { chakra } from '@chakra-ui/react/styled-system'
import type { VisitHead } from '../../../api/visit.ts'

/** The store that a public page is of. */
export function StoreHead({ loja }: { readonly loja: VisitHead }) {
  return (
    <chakra.div display="flex" alignItems="center" gap="3">
      {loja.logo === null ? null : (
        <chakra.img src={loja.logo} alt="" boxSize="3.5rem" borderRadius="md" objectFit="cover" flexShrink="0" />
      )}
      <chakra.p fontWeight="600" minWidth="0" overflowWrap="anywhere">
        {loja.nome}
      </chakra.p>
    </chakra.div>
  )
}
