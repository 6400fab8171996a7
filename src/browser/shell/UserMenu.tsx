import { chakra } from '@chakra-ui/react/styled-system'
import { CircleUser, LogOut } from 'lucide-react'
import { Icon } from '../../controls/Icon.tsx'
import { IconMenu } from '../../controls/overlays/Menu.tsx'
import type { MenuEntry, MenuPart } from '../../controls/overlays/menuEntry.ts'
import { useSession, useTranslate } from '../data/session.tsx'
import { useNavigate } from '../router/router.tsx'
import { useMenu } from '../router/useRoute.ts'
import { blockerOf, releaseAllBlockers } from '../ui/navigationBlockers.ts'

/** Shows the signed-in user, `further` entries, the pages of the account and the store, and the way out. */
export function UserMenu({ further }: { readonly further: readonly MenuEntry[] }) {
  const say = useTranslate()
  const { user, logout } = useSession()
  const groups = useMenu('user')
  const navigate = useNavigate()
  const items = groups.flatMap((group): MenuPart[] => [
    ...(groups.length > 1 ? [{ heading: group.title }] : []),
    ...group.items.map(item => ({
      id: item.path,
      title: item.title,
      icon: item.icon ? <Icon name={item.icon} size="1rem" /> : undefined,
      act: () => {
        navigate(item.path)
      },
    })),
    { line: group.id },
  ])
  const leave = async () => {
    const guard = blockerOf('/login')
    if (guard && !(await guard.confirm())) return
    releaseAllBlockers()
    await logout()
  }
  const out = { id: 'logout', title: say('logout'), icon: <LogOut aria-hidden />, act: () => void leave() }
  return (
    <IconMenu header={<Who name={user.nome} email={user.email} />} entries={[...further, ...items, out]} label={say('user-menu')}>
      <CircleUser aria-hidden />
    </IconMenu>
  )
}

function Who({ name, email }: { readonly name: string; readonly email: string }) {
  return (
    <chakra.div px="2.5" pt="1.5" pb="2.5" mb="1" borderBottomWidth="1px" borderColor="border.muted">
      {name ? (
        <chakra.p fontWeight="600" truncate>
          {name}
        </chakra.p>
      ) : null}
      <chakra.p textStyle="note" truncate>
        {email}
      </chakra.p>
    </chakra.div>
  )
}
