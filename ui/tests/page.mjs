// Walks every view of the page in a real browser.
//
// The server at TOOLCRIB_URL runs in a fresh copy of `tests/crib`: its tool
// `pay` asks a person first, and its model plays a script. The walks go one
// after the other, and later ones find what earlier ones did.

import './walks/tour.mjs';
import './walks/tools.mjs';
import './walks/try.mjs';
import './walks/agents.mjs';
import './walks/chat.mjs';
import './walks/turns.mjs';
import './walks/approvals.mjs';
import './walks/calls.mjs';
import './walks/settings.mjs';
import './walks/sources.mjs';
import './walks/shell.mjs';
