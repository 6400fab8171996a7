import { chakra } from '@chakra-ui/react/styled-system'
import type { Screen } from '../../../model/model.ts'
import { ScreenHead } from '../ScreenHead.tsx'
import { AccountSecurity } from './AccountSecurity.tsx'
import { EmailSection } from './EmailSection.tsx'

/** The page "Segurança da conta". */
export default function AccountSecurityScreen({ screen }: { readonly screen: Screen }) {
  return (
    <chakra.div width="100%" maxWidth="60rem" mx="auto" p={{ base: '4', md: '6' }}>
      <ScreenHead screen={screen} />
      <chakra.div display="flex" flexDirection="column" gap="4">
        <EmailSection />
        <AccountSecurity />
      </chakra.div>
    </chakra.div>
  )
}
