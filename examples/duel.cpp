// How often does one agent win against others? A program in C++ over the library's C header:
//
//     c++ -std=c++17 examples/duel.cpp -o duel $(pkg-config --cflags --libs tapete)
//     ./duel mulle mulle-greedy random 20
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <tapete/tapete.h>
#include <vector>

namespace {

struct Free {
    void operator()(tp_match *match) const { tp_match_free(match); }
    void operator()(tp_agent *agent) const { tp_agent_free(agent); }
};
using Match = std::unique_ptr<tp_match, Free>;
using Agent = std::unique_ptr<tp_agent, Free>;

// Whether seat 0 won. There is an agent for each seat.
bool play(const tp_game *game, const std::vector<Agent> &agents, std::uint64_t seed) {
    tp_match_setup setup = {};
    setup.game = game;
    setup.seeded = true;
    setup.seed = seed;
    const Match match(tp_match_new(&setup, nullptr));
    std::vector<unsigned char> view(game->view_size);
    for (int seat; (seat = tp_match_actor(match.get())) != TP_OVER;) {
        tp_match_view(match.get(), seat, view.data()); // agents get views, never states
        const tp_move move = tp_agent_choose(agents[static_cast<std::size_t>(seat)].get(), view.data());
        tp_match_play(match.get(), seat, move, nullptr);
    }
    float returns[TP_MAX_SEATS];
    std::int32_t scores[TP_MAX_SEATS];
    tp_match_result(match.get(), returns, scores);
    return returns[0] > 0;
}

} // namespace

int main(int count, char **words) {
    if (count != 5) {
        std::cerr << "usage: duel GAME AGENT OTHERS GAMES\n";
        return 2;
    }
    tp_error error = {};
    const tp_game *game = tp_game_find(words[1], &error);
    std::vector<Agent> agents;
    for (int seat = 0; game != nullptr && seat < game->max_seats; seat++) {
        const char *name = seat == 0 ? words[2] : words[3];
        agents.emplace_back(tp_agent_new(game, name, static_cast<std::uint64_t>(seat), &error));
        if (agents.back() == nullptr) break;
    }
    if (agents.empty() || agents.back() == nullptr) {
        std::cerr << error.text << "\n";
        return 2;
    }
    int wins = 0;
    const int games = std::atoi(words[4]);
    for (int i = 0; i < games; i++) wins += play(game, agents, static_cast<std::uint64_t>(i)) ? 1 : 0;
    std::cout << words[2] << " won " << wins << " of " << games << " games of " << game->title << "\n";
}
