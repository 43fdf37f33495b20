//! The page when it is embedded in another one.

use crate::browser::address;
use crate::components::{Banners, Caption, Dialogs, Store, Tabs, Timeline, part};
use yew::prelude::*;

/// The page in a page: caption, picture, buttons to move, and the way to the whole page.
pub fn page(store: &Store) -> Html {
    let whole = address::with_fragment(&store.state.fragment(true).unwrap_or_default());
    html! {
        <div class="page embedded">
            { part::<Banners>(store) }
            <main id="main" tabindex="-1">
                { part::<Caption>(store) }
                { part::<Tabs>(store) }
            </main>
            { part::<Timeline>(store) }
            <p class="whole"><a id="whole" href={whole} target="_blank" rel="noopener">{ "Open in Loopglass" }</a></p>
            { part::<Dialogs>(store) }
        </div>
    }
}
