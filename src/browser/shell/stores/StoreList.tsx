import type { StoreCard } from '../../../api/session.ts'
import { foldText } from '../../../base/text.ts'
import { Finder } from '../../../controls/Finder.tsx'
import { useSession, useTranslate } from '../../data/session.tsx'
import { useLocation, useNavigate } from '../../router/router.tsx'
import { useEditing } from '../../router/useRoute.ts'
import { StorePhoto } from './StorePhoto.tsx'
import { storeTaxId } from './storeText.ts'
import { switchToStore } from './switchToStore.ts'

/** Fewest stores for which the list has a search box. */
const many = 7

/** The user's stores by name and tax number, to go over to one. */
export default function StoreList({ onChosen }: { onChosen(): void }) {
  const session = useSession()
  const say = useTranslate()
  const editing = useEditing()
  const navigate = useNavigate()
  const location = useLocation()
  const { store, stores } = session
  return (
    <Finder
      label={say('store-choose')}
      placeholder={say('store-choose')}
      box={stores.length >= many}
      find={text =>
        storesLike(stores, text).map(one => ({
          id: String(one.id),
          title: one.nome_fantasia,
          detail: storeTaxId(one),
          icon: <StorePhoto store={one} />,
          current: one.id === store?.id,
        }))
      }
      empty={text => say('search-none', { text })}
      onChoose={found => {
        onChosen()
        void switchToStore(Number(found.id), { session, say, editing, navigate, location })
      }}
    />
  )
}

/** Stores whose name or number holds what was typed. */
function storesLike(stores: readonly StoreCard[], text: string): readonly StoreCard[] {
  const wanted = foldText(text.trim())
  const digits = text.replace(/[^\dA-Za-z]/g, '').toUpperCase()
  return stores.filter(
    store => foldText(store.nome_fantasia).includes(wanted) || (digits !== '' && (store.cnpj ?? '').includes(digits)),
  )
}
